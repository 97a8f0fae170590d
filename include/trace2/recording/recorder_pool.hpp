// The recorders of a process, each of which may serve one recording after the other.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/recording/recorder.hpp>

#include <new>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// The memory of a recorder stays one for ever, because a thread may have found it long ago. Its
/// memory serves another recording once no thread has a place in its chunks. So a process has at
/// most two recorders, and one more for each thread that still has a place in an ended recording.
/// Threads: any; allocates nothing from the heap, so that a signal handler may make a recording.
class recorder_pool {
 public:
  /// Null when memory ran out.
  [[gnu::cold]] static recorder* take() noexcept {
    for (entry* each = first_.load_acquire(); each != nullptr; each = each->next) {
      if (!each->is_free.exchange(false)) continue;
      if (each->content.is_idle()) return &each->content;
      each->is_free.exchange(true);
    }
    void* const room = map_zeros((sizeof(entry) + granule - 1) / granule * granule);
    if (room == nullptr) return nullptr;
    auto* const made = ::new (room) entry;
    do {
      made->next = first_.load_relaxed();
    } while (!first_.compare_exchange(made->next, made));
    return &made->content;
  }

  /// The recording has ended, and nobody asks the recorder for its end again.
  [[gnu::cold]] static void give_back(recorder& ended) noexcept {
    for (entry* each = first_.load_acquire(); each != nullptr; each = each->next)
      if (&each->content == &ended) each->is_free.exchange(true);
  }

 private:
  struct entry {
    recorder content;
    entry* next = nullptr;
    atomic<bool> is_free{false};
  };

  static inline constinit atomic<entry*> first_{nullptr};
};

}}}}  // namespace trace2::v0::detail::recording
