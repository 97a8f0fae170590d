// The number of the repository that an event concerns.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 {

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
