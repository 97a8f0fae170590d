// Gives samples to the threads of a profile for Firefox Profiler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/firefox_tables.hpp"
#include "samples/sample_set.hpp"

namespace trace2::program {

/// As sample_join.hpp says, but a sample before or after the trace of its process is one of the
/// main thread, too.
class firefox_samples {
 public:
  explicit firefox_samples(sample_set&& of);

  /// Gives each sample to a thread. Samples of threads that tell no number go to one thread per
  /// process, which is added to the tables.
  void share_out(firefox_tables& to);

  /// Samples of a thread by their indices, in the order of time.
  std::span<std::uint32_t const> of(std::size_t thread) const;
  sample_set const& set() const noexcept { return set_; }
  /// Nanoseconds for which a sample stands; 0 if unknown.
  read::nanoseconds interval() const noexcept { return interval_; }
  /// Samples of processes that the trace does not know.
  std::uint64_t elsewhere() const noexcept { return elsewhere_; }

 private:
  static constexpr std::uint32_t nobody = 0;

  void take(std::uint64_t thread, firefox_thread const& of);
  std::uint32_t owner_of(stack_sample const& one, firefox_tables& in);

  sample_set set_;
  read::nanoseconds interval_{};
  std::vector<std::uint32_t> owners_;  ///< by sample: the tag of its thread
  std::vector<std::uint32_t> order_;   ///< samples by thread and time
  /// Tags of processes by process id and begin.
  std::map<std::pair<std::uint32_t, read::moment>, std::uint64_t> lives_;
  std::unordered_map<std::uint64_t, std::uint64_t> mains_;   ///< main threads by process
  std::unordered_map<std::uint64_t, std::uint64_t> others_;  ///< the threads that were added
  std::uint64_t elsewhere_ = 0;
};

}  // namespace trace2::program
