// The home directories of users, as Git for Windows finds them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/file_status.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Appends %HOME%, else the home drive's directory if it is there and not that of the system, else
/// the user's profile; nothing if none is set.
[[gnu::cold]] inline void append_own_home(buffer& out) noexcept {
  constexpr std::string_view directory_of_services = "\\system32";
  if (std::string_view const home = get_variable("HOME"); home.data() != nullptr)
    return out.append(home);
  buffer on_drive;
  on_drive.append(get_variable("HOMEDRIVE"));
  on_drive.append(get_variable("HOMEPATH"));
  std::string_view const place = on_drive.view();
  bool const is_of_services =
      place.size() >= directory_of_services.size() &&
      equal_ignoring_case(place.substr(place.size() - directory_of_services.size()),
                          directory_of_services);
  file_status found;
  if (!place.empty() && !is_of_services && on_drive.c_str() != nullptr &&
      system_calls::status(on_drive.c_str(), found) == 0 && found.is_directory())
    return out.append(place);
  out.append(get_variable("USERPROFILE"));
}

/// Appends nothing: Git doesn't look for the homes of others.
inline void append_home_of(std::string_view, buffer&) noexcept {}

}}}  // namespace trace2::v0::detail
