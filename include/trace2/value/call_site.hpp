// The place of a call in the program's source, which targets show with its events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 {

/// File and line of a call. As the default value of a function's last parameter it names the
/// caller:
///
///     void verb(…, call_site at = call_site::here());
///
/// Lifetime: `file` is a literal of the program. A null or empty file means an unknown place, which
/// no target prints (R-EVT-03, R-NRM-02).
struct call_site {
  char const* file{};  ///< as the compiler was given it; null: unknown
  int line{};          ///< from 1 on

  /// The place of the call that this is the default argument of.
  // std::source_location is missing from clang 14 with libstdc++ 12; the builtins are in both.
  static constexpr call_site here(char const* file = __builtin_FILE(),
                                  int line = __builtin_LINE()) noexcept {
    return {file, line};
  }
};

}}  // namespace trace2::v0
