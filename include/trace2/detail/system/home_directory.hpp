// The home directories of users.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <string_view>

#ifndef _WIN32
#  include <pwd.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Appends the home directory that the system knows of a user; nothing for an unknown user, and on
/// Windows.
[[gnu::cold]] inline void append_home_of([[maybe_unused]] std::string_view user,
                                         [[maybe_unused]] buffer& out) noexcept {
#ifndef _WIN32
  constexpr std::size_t room = 16 * 1024;
  buffer name;
  name.append(user);
  buffer texts;
  ::passwd entry{};
  ::passwd* found = nullptr;
  if (name.c_str() == nullptr || !texts.reserve(room)) return out.fail();
  if (::getpwnam_r(name.c_str(), &entry, texts.data(), room, &found) == ENOMEM) out.fail();
  if (found != nullptr && found->pw_dir != nullptr) out.append(found->pw_dir);
#endif
}

}}}  // namespace trace2::v0::detail
