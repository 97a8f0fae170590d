// Collects the samples of a comparison from traces.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/stopwatch.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/interval_quantiles.hpp>
#include <trace2/value/number.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diff/sample_table.hpp"
#include "model/phase_report.hpp"
#include "model/phase_sums.hpp"
#include "statistics/interval_distribution.hpp"

namespace trace2::program {

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

  void process_began(read::traced_process& process, read::traced_process*) override;

  void thread_began(read::traced_process&, read::traced_thread& thread) override;

  void region_entered(read::traced_process&, read::traced_thread& thread, read::open_region& region,
                      read::occurrence const&) override;

  void region_left(read::traced_process& process, read::traced_thread&,
                   read::closed_region const& closed) override;

  void task_region_entered(read::traced_event const&, read::open_task& task,
                           read::open_region& region) override;

  void task_region_left(read::traced_process& process, read::open_task&,
                        read::closed_region const& closed) override;

  void task_ended(read::traced_process& process, read::closed_task const& closed) override;

  void event(read::traced_event const& now) override;

  void process_ended(read::traced_process& process) override;

 private:
  using quantile_labels = std::array<read::label_id, std::size(sample_quantiles)>;

  /// A distribution_timer in all phases of the same names in one process.
  struct phase_lengths {
    explicit phase_lengths(quantile_labels const& of) : labels{of} {}
    quantile_labels labels;
    interval_distribution all{};
  };
  static constexpr std::uint64_t no_tag = 0;  ///< tags of paths count from 1 on
  // Of all running processes. A sum takes 64 bytes, lengths up to 128 KiB.
  static constexpr std::size_t most_sums = 150'000;
  static constexpr std::size_t most_lengths = 64;

  /// The measurements of a running process.
  struct open_process {
    std::unordered_map<std::uint64_t, measure> sums{};  ///< by kind and number
    std::map<read::label_id, phase_lengths> lengths{};
  };
  open_process& of(read::traced_process const& process);

  static std::uint64_t tag_of(path_id path) noexcept { return std::uint64_t{path} + 1; }
  static path_id path_of(std::uint64_t tag) noexcept { return static_cast<path_id>(tag - 1); }

  std::uint64_t tag_inside(std::uint64_t around, read::label_id label);

  /// The path of the regions of all tasks with its label.
  std::uint64_t tag_of_task(read::open_task& task);

  void add_region(read::traced_process const& process, read::closed_region const& closed);

  static measured kind_of(std::uint64_t what) noexcept { return static_cast<measured>(what >> 32); }

  void add(read::traced_process const& process, measured kind, std::uint32_t what,
           measure const& added);

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
                     interval_distribution const& lengths);

  void add_phase(read::traced_process const& process, trace2::event::data_json const& data,
                 phase_report const& told);

  sample_table& to_;
  side side_;
  read::label_table& labels_;
  std::vector<open_process> open_{};   ///< by the tags of processes, which count from 1 on
  std::vector<std::uint64_t> free_{};  ///< tags whose processes have ended
  std::size_t sums_ = 0;               ///< of all running processes; so the lengths
  std::size_t lengths_ = 0;
};

}  // namespace trace2::program
