// A number that differs between a process and its parent, read without a system call. The child of
// a fork sees by this number that a held lock or a half-sent line belongs to the parent.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: any, also in a signal handler.
class fork_count {
 public:
  /// Never 0. Once `watch_forks` was called, the child of a fork has another number than its
  /// parent.
  static unsigned current() noexcept { return count_.load_relaxed(); }
  /// True if a fork has left threads of the parent behind, or may have: what they have locked in
  /// the C library stays locked in this process.
  static bool has_left_threads() noexcept { return has_left_threads_.load_relaxed(); }

 private:
  friend void watch_forks() noexcept;

  static inline constinit atomic<unsigned> count_{1};
  static inline constinit atomic<bool> is_watched_{false};
  static inline constinit atomic<bool> was_alone_{false};  ///< at the latest fork
  static inline constinit atomic<bool> has_left_threads_{false};
};

}}}  // namespace trace2::v0::detail
