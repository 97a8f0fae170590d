// Paths in configuration files and in the places of such files: relative to a directory, or
// beginning in a home or in Git's own directory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/directories.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The directory of a file; empty without a file, when no path can be relative to it.
inline std::string_view directory_of(std::string_view file) noexcept {
  if (file.empty()) return {};
  std::string_view const parent = paths::parent(file);
  return parent.empty() ? "." : parent;
}

/// A directory by name at the beginning of a path.
enum class named_directory {
  none,    ///< the path begins in another way
  taken,   ///< it was taken off the path
  unknown  ///< the name leads nowhere
};

/// Takes `~/`, `~user/` or `%(prefix)/` off the beginning of a path, and appends the directory: the
/// user's home, that of another user, or the one where Git is installed. A slash at the beginning
/// of the rest stays.
[[gnu::cold]] inline named_directory take_named_directory(std::string_view& path,
                                                          buffer& out) noexcept {
  constexpr std::string_view prefix = "%(prefix)";
  std::string_view const name = path.substr(0, path.find_first_of(paths::separators));
  std::size_t const before = out.size();
  if (name == "~")
    append_own_home(out);
  else if (name.starts_with('~'))
    append_home_of(name.substr(1), out);
  else if (name == prefix && name.size() < path.size())
    append_git_prefix(out);
  else
    return named_directory::none;
  if (out.size() == before) return named_directory::unknown;
  path.remove_prefix(name.size());
  return named_directory::taken;
}

/// Writes the path that `path` means in a file of `directory`. False if it leads nowhere, and when
/// memory ran out, as `resolved` says.
[[gnu::cold]] inline bool resolve_path(std::string_view path, std::string_view directory,
                                       buffer& resolved) noexcept {
  switch (take_named_directory(path, resolved)) {
    case named_directory::unknown:
      return false;
    case named_directory::none:
      if (paths::is_absolute(path)) break;
      if (directory.empty()) return false;
      resolved.append(directory);
      if (!paths::ends_with_separator(directory)) resolved.append('/');
      break;
    default:
      break;
  }
  resolved.append(path);
  return !resolved.failed();
}

}}}  // namespace trace2::v0::detail
