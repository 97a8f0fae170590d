// The directories that configuration files are in: the homes of users, and Git's installation.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

#ifdef _WIN32
#  include <trace2/detail/system/windows/directories.hpp>
#else
#  include <cerrno>
#  include <cstddef>

#  include <pwd.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

#ifndef _WIN32
/// Appends the home directory of the user who runs the program; nothing if it isn't known.
inline void append_own_home(buffer& out) noexcept { out.append(get_variable("HOME")); }

/// Appends the home directory that the system knows of a user; nothing for an unknown user.
[[gnu::cold]] inline void append_home_of(std::string_view user, buffer& out) noexcept {
  constexpr std::size_t room = 16 * 1024;
  buffer name;
  name.append(user);
  buffer texts;
  ::passwd entry{};
  ::passwd* result = nullptr;
  if (name.c_str() == nullptr || !texts.reserve(room)) return out.fail();
  if (::getpwnam_r(name.c_str(), &entry, texts.data(), room, &result) == ENOMEM) out.fail();
  if (result != nullptr && result->pw_dir != nullptr) out.append(result->pw_dir);
}

/// The place of Git's system file, which is written as if Git were installed in "/"; empty if there
/// is no Git. Lifetime: until `room` changes.
inline std::string_view find_git_file(std::string_view file, buffer&) noexcept { return file; }

/// Appends the directory that `%(prefix)` means in a configuration file: the one below which
/// distributions install Git.
inline void append_git_prefix(buffer& out) noexcept { out.append("/usr"); }
#endif

}}}  // namespace trace2::v0::detail
