// Where Git is installed.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <string_view>

#ifdef _WIN32
#  include <trace2/detail/system/windows/git_installation.hpp>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

#ifndef _WIN32
/// The place of Git's system file, which is written as if Git were installed in "/"; empty if there
/// is no Git. Lifetime: until `room` changes.
inline std::string_view find_git_file(std::string_view file, buffer&) noexcept { return file; }

/// Appends the directory that `%(prefix)` means in a configuration file: the one below which
/// distributions install Git.
inline void append_git_prefix(buffer& out) noexcept { out.append("/usr"); }
#endif

}}}  // namespace trace2::v0::detail
