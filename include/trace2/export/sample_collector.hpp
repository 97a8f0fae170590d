// Collects the samples of a comparison from traces.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/stopwatch.hpp>
#include <trace2/export/sample_table.hpp>
#include <trace2/export/thread_role.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/phase_report.hpp>
#include <trace2/read/phase_sums.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The visitor that makes each process one value of its samples: regions of the same path, timers
/// and counters of the same name are added up over its threads and repetitions, because what one
/// process does again and again does not vary as one process and the next. Threads of one role
/// share a path, which begins with the role, and so do tasks of one label, with "category/name
/// (task)". The quantiles of a distribution_timer are samples of their own, such as "name p99",
/// because a sum hides a tail. So are phases, such as "name (phase)", and what timers and counters
/// summed up in them, such as "timer in category/name" and "timer p99 in category/name"; and tasks,
/// such as "name (task)", and "name (task, running)" without their waiting.
///
/// A process whose end is not in the trace, or that a signal has killed, is counted only.
class sample_collector : public read::tracker_visitor {
 public:
  /// Samples and labels must outlive it; the tracker has the same labels.
  sample_collector(sample_table& to, side of, read::label_table& labels)
      : to_{to}, side_{of}, labels_{labels} {}
  sample_collector(sample_collector const&) = delete;

  void process_began(read::traced_process& process, read::traced_process*) {
    if (free_.empty()) {
      open_.emplace_back();
      process.tag = open_.size();
    } else {
      process.tag = free_.back();
      free_.pop_back();
    }
  }

  void thread_began(read::traced_process&, read::traced_thread& thread) {
    if (thread.is_main())
      thread.tag = tag_of(region_paths::outermost);
    else
      thread.tag =
          tag_inside(tag_of(region_paths::outermost), labels_.id_of({}, role_of(thread.name)));
  }

  void region_entered(read::traced_process&, read::traced_thread& thread, read::open_region& region,
                      read::occurrence const&) {
    std::size_t const depth = thread.regions.size();
    std::uint64_t const around = depth > 1 ? thread.regions[depth - 2].tag : thread.tag;
    region.tag = tag_inside(around, region.label);
  }

  void region_left(read::traced_process& process, read::traced_thread&,
                   read::closed_region const& closed) {
    add_region(process, closed);
  }

  void task_region_entered(read::moment const&, read::open_task& task, read::open_region& region,
                           std::string_view /*message*/) {
    std::size_t const depth = task.regions.size();
    std::uint64_t const around = depth > 1 ? task.regions[depth - 2].tag : tag_of_task(task);
    region.tag = tag_inside(around, region.label);
  }

  void task_region_left(read::traced_process& process, read::open_task&,
                        read::closed_region const& closed) {
    add_region(process, closed);
  }

  void task_ended(read::traced_process& process, read::closed_task const& closed) {
    read::label_table::label const names = labels_[closed.task.label];
    add(process, measured::timer, labels_.id_of(names.category, sample_of_task(names.name)),
        measure::time(closed.total, process.is_fine));
    add(process, measured::timer, labels_.id_of(names.category, sample_of_task_running(names.name)),
        measure::time(closed.running(), process.is_fine));
  }

  void event(read::moment const& now) {
    if (auto const* const timer = now.occurrence.get<trace2::event::timer>())
      add(now.process, measured::timer, labels_.id_of(timer->category, timer->name),
          measure::time(timer->t_total));
    else if (auto const* const counter = now.occurrence.get<trace2::event::counter>())
      add(now.process, measured::counter, labels_.id_of(counter->category, counter->name),
          measure::count(counter->count));
    else if (auto const* const data = now.occurrence.get<trace2::event::data_json>()) {
      if (auto const lengths = read::interval_report::of(data->value.text); lengths) {
        if (!lengths->is_of_process) return;
        read::interval_distribution all;
        all.add(*lengths);
        add_quantiles(now.process,
                      labels_of(data->category, data->key, [](std::string name) { return name; }),
                      all);
      } else if (auto const phase = read::phase_report::of(data->value.text); phase) {
        add_phase(now.process, *data, *phase);
      }
    }
  }

  void process_ended(read::traced_process& process) {
    open_process& own = of(process);
    for (auto const& [label, told] : own.lengths) add_quantiles(process, told.labels, told.all);
    to_.memory().give_back(own.lengths.size() * per_lengths);
    bool const is_whole = process.state == read::process_state::ended ||
                          process.state == read::process_state::transformed;
    if (is_whole) {
      read::label_id const command = labels_.id_of({}, process.name());
      to_.count_run(side_);
      to_.add(side_, {measured::command, command, 0},
              measure::time(process.last - process.begin, process.is_fine));
      for (auto const& [what, sum] : own.sums)
        to_.add(side_, {kind_of(what), command, static_cast<std::uint32_t>(what)}, sum);
    } else {
      to_.count_unfinished(side_);
    }
    to_.memory().give_back(own.sums.size() * per_sum);
    own = {};
    free_.push_back(process.tag);
  }

 private:
  using quantile_labels = std::array<read::label_id, std::size(sample_quantiles)>;

  /// A distribution_timer in all phases of the same names in one process.
  struct phase_lengths {
    explicit phase_lengths(quantile_labels const& of) : labels{of} {}
    quantile_labels labels;
    read::interval_distribution all{};
  };
  /// The memory of one, with as many lengths as it may have.
  static constexpr std::size_t per_lengths = 128 << 10;

  static constexpr std::uint64_t no_tag = 0;  ///< tags of paths count from 1 on
  static constexpr std::size_t per_sum = 64;  ///< what the containers take for a sum

  /// What a process has measured until now.
  struct open_process {
    std::unordered_map<std::uint64_t, measure> sums{};  ///< by kind and number
    std::map<read::label_id, phase_lengths> lengths{};
  };
  open_process& of(read::traced_process const& process) {
    return open_[static_cast<std::size_t>(process.tag - 1)];
  }

  static std::uint64_t tag_of(path_id path) noexcept { return std::uint64_t{path} + 1; }
  static path_id path_of(std::uint64_t tag) noexcept { return static_cast<path_id>(tag - 1); }

  std::uint64_t tag_inside(std::uint64_t around, read::label_id label) {
    if (around == no_tag) return no_tag;
    auto const path = to_.paths().find(path_of(around), label);
    return path ? tag_of(*path) : no_tag;
  }

  /// The path of the regions of all tasks with its label.
  std::uint64_t tag_of_task(read::open_task& task) {
    if (task.tag == no_tag) {
      read::label_table::label const names = labels_[task.label];
      task.tag = tag_inside(tag_of(region_paths::outermost),
                            labels_.id_of(names.category, sample_of_task(names.name)));
    }
    return task.tag;
  }

  void add_region(read::traced_process const& process, read::closed_region const& closed) {
    if (closed.region.tag == no_tag) return to_.count_left_out();
    add(process, measured::region, path_of(closed.region.tag),
        measure::time(closed.total, process.is_fine));
  }

  static measured kind_of(std::uint64_t what) noexcept { return static_cast<measured>(what >> 32); }

  void add(read::traced_process const& process, measured kind, std::uint32_t what,
           measure const& added) {
    auto& own = of(process).sums;
    std::uint64_t const key = static_cast<std::uint64_t>(kind) << 32 | what;
    auto known = own.find(key);
    if (known == own.end()) {
      if (!to_.memory().take(per_sum)) return to_.count_left_out();
      known = own.emplace(key, measure{0, added.unit}).first;
    }
    known->second.value += added.value;
  }

  /// `name_of(name)` is that of a sample.
  template <class NameOf>
  quantile_labels labels_of(std::string_view category, std::string_view timer,
                            NameOf const& name_of) {
    quantile_labels found{};
    for (std::size_t i = 0; i < std::size(sample_quantiles); ++i)
      found[i] =
          labels_.id_of(category, name_of(std::string{timer}.append(sample_quantiles[i].name)));
    return found;
  }
  void add_quantiles(read::traced_process const& process, quantile_labels const& labels,
                     read::interval_distribution const& lengths) {
    interval_quantiles const all = lengths.quantiles();
    if (all.count == 0) return;
    for (std::size_t i = 0; i < std::size(sample_quantiles); ++i)
      add(process, measured::timer, labels[i],
          measure::time(all.*sample_quantiles[i].length, true));
  }

  void add_phase(read::traced_process const& process, trace2::event::data_json const& data,
                 read::phase_report const& told) {
    std::string const name = read::phase_name(data.key, told);
    if (told.t_total)
      add(process, measured::timer, labels_.id_of(data.category, sample_of_phase(name)),
          measure::time(*told.t_total));
    told.for_each([&](read::phase_share const& share) {
      auto const name_of = [&](std::string_view sum) {
        return sample_in_phase(sum, data.category, name);
      };
      read::label_id const label = labels_.id_of(share.category, name_of(share.name));
      if (share.count)
        add(process, measured::counter, label, measure::count(*share.count));
      else if (share.t_total)
        add(process, measured::timer, label, measure::time(*share.t_total));
      if (share.lengths.values.empty()) return;
      auto& lengths = of(process).lengths;
      auto known = lengths.find(label);
      if (known == lengths.end()) {
        if (!to_.memory().take(per_lengths)) return to_.count_left_out();
        known = lengths.try_emplace(label, labels_of(share.category, share.name, name_of)).first;
      }
      known->second.all.add(share.lengths);
    });
  }

  sample_table& to_;
  side side_;
  read::label_table& labels_;
  std::vector<open_process> open_{};   ///< by the tags of processes, which count from 1 on
  std::vector<std::uint64_t> free_{};  ///< tags whose processes have ended
};

}}}  // namespace trace2::v0::exporter
