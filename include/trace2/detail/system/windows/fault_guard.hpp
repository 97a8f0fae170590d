// Windows keeps the memory of a mapped file: nobody can truncate it meanwhile.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fault_listener.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// The argument of a fault handler.
struct fault_info {};

class fault_guard {
 public:
  struct range {};

  static range* guard(char const*, std::size_t, fault_listener&) noexcept {
    static constinit range one;
    return &one;
  }
  static void unguard(range&) noexcept {}
  static bool recover(fault_info const&) noexcept { return false; }
  static void unblock() noexcept {}
};

}}}  // namespace trace2::v0::detail
