// What only readers of traces ask of the system: paths of std::filesystem, numbers spelt as in the
// C locale, and files without names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/system_calls.hpp>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <string_view>

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// `Path` is std::filesystem::path.
template <class Path>
Path to_native_path(char const* text) {
  return text;
}

template <class Text>
Text native_path_text(char const* path) {
  return path;
}

/// As std::strtod.
template <std::floating_point Number>
Number plain_number(char const* text, char** end) noexcept {
  static ::locale_t const plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  if constexpr (std::same_as<Number, float>)
    return ::strtof_l(text, end, plain);
  else
    return static_cast<Number>(::strtod_l(text, end, plain));
}

/// Makes an empty file of this user alone in a directory, to be read and written, that is gone when
/// it is closed. Returns its descriptor or the negated errno value.
inline int create_temporary(char const* directory) noexcept {
  std::string_view const within{directory};
  constexpr std::string_view name{"/trace2.XXXXXX\0", 15};
  char path[longest_path];
  if (within.size() + name.size() > sizeof path) return -ENAMETOOLONG;
  std::size_t const size = within.copy(path, within.size());
  name.copy(path + size, name.size());
  int const fd = ::mkostemp(path, O_CLOEXEC);
  if (fd < 0) return -errno;
  ::unlink(path);
  return fd;
}

}}}  // namespace trace2::v0::detail
