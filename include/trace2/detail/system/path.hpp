// The syntax of paths: what is absolute, and what separates names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct posix_paths {
  static constexpr std::string_view separators = "/";
  static constexpr char list_separator = ':';  ///< as in $PATH

  /// The size of "/" at the beginning; 0 for a relative path.
  static constexpr std::size_t root_size(std::string_view path) noexcept {
    return path.starts_with('/') ? 1 : 0;
  }
  static constexpr bool is_named_pipe(std::string_view) noexcept { return false; }
  static constexpr bool are_same(std::string_view one, std::string_view other) noexcept {
    return one == other;
  }
};

struct windows_paths {
  static constexpr std::string_view separators = "/\\";
  static constexpr char list_separator = ';';

  /// The size of "/" or "X:/" at the beginning; 0 for a relative path, as "X:name" is.
  static constexpr std::size_t root_size(std::string_view path) noexcept {
    bool const has_drive = path.size() > 2 && is_letter(path[0]) && path[1] == ':';
    std::size_t const begin = has_drive ? 2 : 0;
    return path.find_first_of(separators, begin) == begin ? begin + 1 : 0;
  }
  /// True for "//./pipe/NAME". Asking for the status of such a pipe counts as a connection.
  static constexpr bool is_named_pipe(std::string_view path) noexcept {
    constexpr std::string_view begin = "//./pipe/";
    if (path.size() <= begin.size()) return false;
    for (std::size_t i = 0; i < begin.size(); ++i)
      if (path[i] == '\\' ? begin[i] != '/' : to_lower(path[i]) != begin[i]) return false;
    return true;
  }
  /// Either separator will do.
  static constexpr bool are_same(std::string_view one, std::string_view other) noexcept {
    if (one.size() != other.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i)
      if ((one[i] == '\\' ? '/' : one[i]) != (other[i] == '\\' ? '/' : other[i])) return false;
    return true;
  }
};

/// Looks at text alone, and asks the system nothing.
template <class Syntax>
struct basic_paths : Syntax {
  static constexpr bool is_absolute(std::string_view path) noexcept {
    return Syntax::root_size(path) != 0;
  }
  [[gnu::noinline]] static constexpr bool ends_with_separator(std::string_view path) noexcept {
    return !path.empty() && Syntax::separators.find(path.back()) != std::string_view::npos;
  }
  /// The path without its last name and the separator before it; at least the root of an absolute
  /// path, and empty for a name alone.
  static constexpr std::string_view parent(std::string_view path) noexcept {
    std::size_t const root = Syntax::root_size(path);
    std::size_t const slash = path.find_last_of(Syntax::separators);
    return path.substr(0, slash == std::string_view::npos || slash < root ? root : slash);
  }
};

/// The syntax of this system.
#if defined(_WIN32)
using paths = basic_paths<windows_paths>;
#else
using paths = basic_paths<posix_paths>;
#endif

}}}  // namespace trace2::v0::detail
