// The end of a recording, and what its file says of events that found no room.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/mutex.hpp>
#include <trace2/recording/definitions.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/lane_pool.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/signal_chunk.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Trims the file and closes it. The chunks in which a thread may still store stay mapped. The
/// caller holds the recorder's mutex.
[[gnu::cold]] inline void finish_recording(mapped_file& file, definitions& defined,
                                           signal_chunk& of_signals, lane_pool& lanes,
                                           std::uint64_t dropped) noexcept {
  // A file with other contents than the process has written stays as it is.
  bool is_whole = file.check() && defined.is_intact() && of_signals.is_intact();
  lanes.for_each_free([&is_whole](lane const& ended) { is_whole &= ended.is_intact(); });
  lanes.for_each_free([&file, is_whole](lane& ended) {
    if (is_whole) ended.trim(file);
    ended.let_go();
  });
  if (is_whole) {
    defined.trim(file);
    file.header().dropped = dropped;
    __atomic_store_n(&file.header().is_finished, std::uint64_t{1}, __ATOMIC_RELEASE);
  }
  defined.let_go();
  of_signals.end(file, is_whole);
  file.close();
}

/// Writes the number of drops, `dropped()`, into the file, unless another thread holds the mutex.
/// Interrupted code may hold it: that code drops nothing meanwhile, or it shows these drops too.
void show_drops(mapped_file& file, mutex& turn, auto const& dropped) noexcept {
  constexpr int most_rounds = 4;  // a flood of signals must not keep the thread here
  std::uint64_t sum = 0;
  for (int i = 0; i < most_rounds && sum != dropped() && turn.try_lock(); ++i) {
    sum = dropped();
    if (file.may_take_chunks()) __atomic_store_n(&file.header().dropped, sum, __ATOMIC_RELAXED);
    turn.unlock();
  }
}

}}}}  // namespace trace2::v0::detail::recording
