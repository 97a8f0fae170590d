// What a sampling profiler has seen: moments at which a thread was running, each with its stack.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "samples/stack_table.hpp"

namespace trace2::program {

struct stack_sample {
  std::int64_t at{};    ///< nanoseconds since the epoch
  std::uint32_t pid{};  ///< 0 if unknown
  std::uint32_t tid{};  ///< the system's number of the thread
  stack_id stack{};
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

  /// Sorts the samples by thread and time.
  void sort();

  /// Nanoseconds between two samples of a thread that runs: as the event tells, else the median.
  /// 0 if there are too few samples. They must be sorted.
  std::int64_t interval() const;
};

}  // namespace trace2::program
