// The last parameter of the verbs that are functions: trace2::cmd_name("scan").
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>

namespace trace2 { inline namespace v0 {

/// The place of a call, and whether tracing is compiled in there. Nobody needs to name it. Its type
/// follows the setting of the unit: units that disagree call different functions, each with one
/// definition, and no body reads a macro.
template <bool Enabled>
struct basic_caller {
  static constexpr bool is_compiled_in = Enabled;  ///< of the unit with the call

  call_site at;  ///< the place of the call

  /// The place of the call that this is the default argument of.
  static constexpr basic_caller here(char const* file = __builtin_FILE(),
                                     int line = __builtin_LINE()) noexcept {
    return {{file, line}};
  }
};
/// The last parameter of the functions of this unit.
using caller = basic_caller<TRACE2_ENABLED != 0>;

}}  // namespace trace2::v0

/// The word for `[[gnu::format(…)]]`: what std::printf takes. On Windows the compiler checks a
/// plain `printf` by the rules of a C library that doesn't know `%zu`; libstdc++ uses another one.
#if defined(_WIN32) && !defined(__clang__)
#  define TRACE2_DETAIL_PRINTF_STYLE __gnu_printf__
#else
#  define TRACE2_DETAIL_PRINTF_STYLE __printf__
#endif
