// The samples of a profiler: moments at which a thread was running, or began to wait, each with its
// stack.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "samples/stack_table.hpp"

namespace trace2::program {

/// The state of a thread at a moment.
enum class sample_kind : unsigned char {
  running,         ///< was on a processor
  switched,        ///< left its processor; a record of the same may follow, without a stack
  switched_ready,  ///< the same, and it could have gone on
  waits,           ///< a record: left its processor to wait
  preempted,       ///< a record: lost its processor to others
  resumed          ///< got a processor
};

struct stack_sample {
  /// The beginning of a time without a processor; after `sort`, if its end is known, its middle,
  /// for which the clocks need not agree exactly.
  read::moment at{};
  std::uint32_t pid{};  ///< 0 if unknown
  std::uint32_t tid{};  ///< the system's number of the thread
  stack_id stack{};     ///< of a wait: without functions of the kernel
  sample_kind kind{};
  bool is_end_known = false;
  read::nanoseconds waited{};  ///< without a processor, at most
};

/// Samples of any processes, in any order. Memory: bounded by `most` and the stack table's.
struct sample_set {
  static constexpr std::size_t most = 4'000'000;

  std::vector<stack_sample> samples{};
  stack_table stacks{};
  std::string event{};              ///< that was sampled: "cycles", "cpu-clock:ppp"
  std::uint64_t period_sum{};       ///< of all samples that tell theirs
  std::uint64_t without_day{};      ///< samples that tell no time of day: they are left out
  std::uint64_t left_out{};         ///< samples beyond `most`
  std::uint64_t unreadable{};       ///< lines that are no part of a sample
  std::uint64_t user_frames{};      ///< frames outside of the kernel
  std::uint64_t nameless_frames{};  ///< among these
  std::optional<duration> perf_time{};  ///< that "perf script" ran to read a record

  /// Sorts the samples by thread and time. Each is `running`, `waits` or `preempted` from now on.
  void sort();

  /// Nanoseconds between two samples of a thread that runs: as the event tells, else the median.
  /// 0 if there are too few samples. They must be sorted.
  read::nanoseconds interval() const;

 private:
  void end_waits();
};

}  // namespace trace2::program
