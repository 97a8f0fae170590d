// The names of the variables and files that a program obeys. Its session takes them, and
// settings/settings.hpp reads the variables and files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

/// The sources of a program's settings: variables with a common prefix and, if the program names
/// any, configuration files:
///
///     constexpr trace2::settings_source frob{.prefix = "FROB_TRACE2",
///                                            .system_file = "/etc/frob.conf",
///                                            .user_files = {"frob/config"}};
///
/// A user's file is an absolute path, `~/` or `~user/` and a path in that home directory, or a path
/// in the user's directory of configurations, $XDG_CONFIG_HOME or ~/.config. Later files win. All
/// files use Git's grammar, and their section is always `[trace2]`.
struct settings_source {
  text prefix = "TRACE2";  ///< of the variables: `TRACE2_PERF`, `TRACE2_EVENT`, …
  text system_file{};      ///< for all users; absolute; absent: none
  text user_files[2]{};    ///< the user's own; absent: none
  /// Obey Git's variables that move these files (R-SET-05), and list the parameters that a Git
  /// command would see here (R-PAR-02).
  bool is_git = false;
};

/// A setting that takes the place of the environment's: the name of its variable, and a value. An
/// empty value leaves it to the configuration files.
struct changed_setting {
  text variable;  ///< its whole name: "TRACE2_EVENT"
  text value;     ///< as the variable would have it
};

}}  // namespace trace2::v0
