// The sources of Git's own settings.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/settings_source.hpp>

namespace trace2 { inline namespace v0 {

/// Exactly the settings of Git itself (R-SET-01, R-SET-04).
inline constexpr settings_source git_settings{.prefix = "GIT_TRACE2",
                                              .system_file = "/etc/gitconfig",
                                              .user_files = {"git/config", "~/.gitconfig"},
                                              .is_git = true};

}}  // namespace trace2::v0
