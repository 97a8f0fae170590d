// std::quick_exit, which not every system has.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace detail {

/// Lets std::quick_exit call `function`, where the system has that.
template <class Function>
void call_at_quick_exit(Function function) noexcept {
  if constexpr (requires { at_quick_exit(function); }) at_quick_exit(function);
}

}}}  // namespace trace2::v0::detail
