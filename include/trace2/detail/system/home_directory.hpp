// The home directories of users.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

#ifdef _WIN32
#  include <trace2/detail/system/windows/home_directory.hpp>
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
#endif

}}}  // namespace trace2::v0::detail
