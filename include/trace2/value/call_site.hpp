// What an event concerns: the place of the call in the program's source, which targets show with
// the event, and the number of a repository.
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

/// The number of a repository (or any other long-lived object a program works on) that events refer
/// to: `unregistered` until `def_repo` has announced it, `none` where an event concerns no
/// repository (R-API-23, R-REG-10).
struct repo_id {
  static constexpr int unregistered = 0;  ///< the value that a program gives to `def_repo`
  int value = -1;                         ///< -1: no repository; 0: unregistered; else its number

  /// False where an event concerns no repository.
  constexpr bool has_value() const noexcept { return value >= 0; }
};

}}  // namespace trace2::v0
