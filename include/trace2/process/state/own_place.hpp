// The place of an event that the library itself causes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/call_site.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The place of an event that no call of the program has caused: a line of the library's `header`,
/// which is spelled as programs include it, because the compiler's name for it may be a path of
/// the build machine (R-HOST-02).
constexpr call_site own_place(char const* header, int line = __builtin_LINE()) noexcept {
  return {header, line};
}

}}}  // namespace trace2::v0::detail
