// The part of a thread's context that timers and counters use. Units that count see no more of it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/counters/sum_store.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

class thread_registry;

/// The rest is `thread_context`, which the registry of threads makes.
class summing_thread {
 public:
  summing_thread(summing_thread const&) = delete;
  summing_thread& operator=(summing_thread const&) = delete;

  /// That of the calling thread; null when it has no context.
  static summing_thread* known() noexcept { return known_; }

  sum_store sums;

 protected:
  summing_thread() noexcept = default;
  ~summing_thread() = default;

 private:
  friend class thread_registry;

  static inline constinit thread_local summing_thread* known_ = nullptr;
};

}}}  // namespace trace2::v0::detail
