// Collects the samples of a comparison from summaries: what "trace2 summary --json" has written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/sample_table.hpp>
#include <trace2/export/summary.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Whether a file that begins so is a summary.
inline bool is_summary(std::string_view beginning) noexcept {
  return beginning.starts_with("{\"begin\":") &&
         beginning.find("\"process_count\":") != beginning.npos;
}

/// Adds the values of a summary: one for each command, region, timer, counter and phase, two for
/// each task, and the quantiles of distribution timers.
///
/// A summary holds sums and quantiles, no single values. So however many processes it tells of, it
/// is one run, and a claim takes several summaries on each side. A command's value is its median
/// wall time; the quantiles of a timer are those of the intervals of all processes. All others are
/// sums for each process that has ended, of all commands, because the summary has no paths and no
/// commands of regions: the sum of ten processes is no change of the sum of five.
class summary_samples {
 public:
  /// Samples and labels must outlive it.
  summary_samples(sample_table& to, side of, read::label_table& labels)
      : to_{to}, side_{of}, labels_{labels} {}

  /// Takes a summary. False when the text is none, or not a whole one with each name once: nothing
  /// of it is then taken.
  bool add(std::string_view json) {
    quantiles_.clear();
    sums_.clear();
    ended_ = 0;
    if (!read_all(json)) return false;
    if (ended_ == 0) return true;
    to_.count_run(side_);
    for (auto const& [key, value] : quantiles_) to_.add(side_, key, value);
    auto const ended = static_cast<double>(ended_);
    for (auto const& [key, sum] : sums_) to_.add(side_, key, {sum.value / ended, sum.unit / ended});
    return true;
  }

 private:
  using found = std::unordered_map<sample_key, measure, sample_table::hash>;

  bool read_all(std::string_view json) {
    read::json_scanner scanner{json};
    bool is_sound = true;
    auto const take = [&](read::json_member const& member) {
      if (member.name == "commands")
        is_sound = add_rows<command_row>(member.value) && is_sound;
      else if (member.name == "regions")
        is_sound = add_rows<region_row>(member.value) && is_sound;
      else if (member.name == "tasks")
        is_sound = add_rows<task_row>(member.value) && is_sound;
      else if (member.name == "timers")
        is_sound = add_rows<timer_row>(member.value) && is_sound;
      else if (member.name == "counters")
        is_sound = add_rows<counter_row>(member.value) && is_sound;
      else if (member.name == "phases")
        is_sound = add_rows<phase_row>(member.value) && is_sound;
    };
    return scanner.object(take) && scanner.is_at_end() && is_sound;
  }

  /// False also if a row doubles another one.
  template <class Row>
  bool add_rows(read::json_value const& rows) {
    bool is_sound = true;
    read::json_scanner scanner{rows.text};
    bool const is_array = scanner.array([&](read::json_value const& item) {
      Row row;
      is_sound = is_sound && reader_.read(item, row) && add_row(row);
      memory_.release();
    });
    return is_array && is_sound;
  }

  bool add_row(command_row const& row) {
    ended_ += row.count - std::min(row.unfinished, row.count);
    // A process that was cut off has made the median smaller.
    if (row.unfinished != 0) return true;
    return add(quantiles_, {measured::command, id_of({}, row.name), 0}, measure::time(row.median));
  }
  bool add_row(region_row const& row) {
    auto const path = to_.paths().find(region_paths::outermost, id_of(row.category, row.label));
    if (path) return add(sums_, {measured::region, any_command(), *path}, measure::time(row.total));
    to_.count_left_out();
    return true;
  }
  bool add_row(task_row const& row) {
    bool const is_new =
        add(sums_, {measured::timer, any_command(), id_of(row.category, sample_of_task(row.label))},
            measure::time(row.total));
    return add(sums_,
               {measured::timer, any_command(),
                id_of(row.category, sample_of_task_running(row.label))},
               measure::time(row.running)) &&
           is_new;
  }
  bool add_row(timer_row const& row) {
    if (row.nanoseconds) add_quantiles(row.category, row.name, *row.nanoseconds, std::identity{});
    return add(sums_, {measured::timer, any_command(), id_of(row.category, row.name)},
               measure::time(row.total));
  }
  bool add_row(counter_row const& row) {
    return add(sums_, {measured::counter, any_command(), id_of(row.category, row.name)},
               measure::count(row.count));
  }

  bool add_row(phase_row const& row) {
    measure const time = measure::time(row.total.value_or(duration{}));
    if (row.kind == "phase")
      return add(sums_,
                 {measured::timer, any_command(), id_of(row.category, sample_of_phase(row.name))},
                 time);
    bool const is_timer = row.kind == "timer";
    auto const name_of = [&](std::string_view sum) {
      return sample_in_phase(sum, row.category, row.name);
    };
    if (row.nanoseconds)
      add_quantiles(row.share_category, row.share_name, *row.nanoseconds, name_of);
    read::label_id const label = id_of(row.share_category, name_of(row.share_name));
    return add(sums_, {is_timer ? measured::timer : measured::counter, any_command(), label},
               is_timer ? time : measure::count(row.count));
  }

  /// `name_of(name)` is that of a sample.
  template <class NameOf>
  void add_quantiles(std::string_view category, std::string_view timer,
                     interval_quantiles const& of, NameOf const& name_of) {
    for (sample_quantile const& each : sample_quantiles) {
      read::label_id const label = id_of(category, name_of(std::string{timer}.append(each.name)));
      add(quantiles_, {measured::timer, any_command(), label},
          measure::time(of.*each.length, true));
    }
  }

  bool add(found& to, sample_key const& key, measure const& added) const {
    auto const [known, is_new] = to.try_emplace(key, measure{0, added.unit});
    known->second.value += added.value;
    known->second.unit = std::min(known->second.unit, added.unit);
    return is_new || lacks_names_;
  }

  read::label_id id_of(std::string_view category, std::string_view name) {
    read::label_id const id = labels_.id_of(category, name);
    lacks_names_ = lacks_names_ || id == read::label_table::other;
    return id;
  }
  read::label_id any_command() { return labels_.id_of({}, {}); }

  sample_table& to_;
  side side_;
  read::label_table& labels_;
  found quantiles_{};         ///< of the commands and timers of a summary
  found sums_{};              ///< of all else
  std::uint64_t ended_ = 0;   ///< its processes
  bool lacks_names_ = false;  ///< names found no room, so that different rows have one key
  std::pmr::monotonic_buffer_resource memory_{};
  read::json_reader reader_{memory_};
};

}}}  // namespace trace2::v0::exporter
