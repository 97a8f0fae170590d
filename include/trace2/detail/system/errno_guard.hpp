// The guard that keeps `errno` as the program had it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>

namespace trace2 { inline namespace v0 { namespace detail {

/// Puts `errno` back at the end of its scope.
class [[nodiscard]] errno_guard {
 public:
  errno_guard() noexcept = default;
  errno_guard(errno_guard const&) = delete;
  errno_guard& operator=(errno_guard const&) = delete;
  ~errno_guard() { place_ = saved_; }

 private:
  // Asked for once: where it is takes a call.
  int& place_ = errno;
  int saved_ = place_;
};

}}}  // namespace trace2::v0::detail
