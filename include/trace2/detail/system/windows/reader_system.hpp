// What only readers of traces ask of the system: paths of std::filesystem, numbers spelt as in the
// C locale, and files without names that others could find.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/error_number.hpp>
#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cerrno>
#include <concepts>
#include <cstdint>

#include <locale.h>
#include <stdlib.h>

namespace trace2 { inline namespace v0 { namespace detail {

// The functions of std::filesystem would take the code page, or throw where a text is ill-formed.

/// `Path` is std::filesystem::path. A path that is too long becomes one that doesn't exist.
template <class Path>
Path to_native_path(char const* text) {
  wide_text const wide{text};
  return wide.is_too_long() ? L"?" : wide.c_str();
}

/// Empty if it is too long. With slashes, so that programs show the same paths on all systems, in
/// the same order.
template <class Text>
Text native_path_text(wchar_t const* path) {
  char text[longest_path];
  return to_utf8_path(path, text, sizeof text) ? text : "";
}

/// As std::strtod.
template <std::floating_point Number>
Number plain_number(char const* text, char** end) noexcept {
  static ::_locale_t const plain = ::_create_locale(LC_ALL, "C");
  return static_cast<Number>(::_strtod_l(text, end, plain));
}

/// Makes an empty file in a directory, to be read and written, that is
/// gone when it is closed. Returns its descriptor or the negated errno value.
inline int create_temporary(char const* directory) noexcept {
  wide_text const within{directory};
  wchar_t path[261];
  if (within.is_too_long()) return -ENAMETOOLONG;
  if (win32::GetTempFileNameW(within.c_str(), L"tr2", 0, path) == 0) return last_error();
  constexpr win32::dword create_always = 2;
  constexpr win32::dword temporary = 0x100;
  constexpr win32::dword delete_on_close = 0x0400'0000;
  win32::handle const file =
      win32::CreateFileW(path, win32::generic_read | win32::generic_write, win32::share_all,
                         nullptr, create_always, temporary | delete_on_close, nullptr);
  if (file == win32::invalid_handle) return last_error();
  return static_cast<int>(reinterpret_cast<std::intptr_t>(file));
}

}}}  // namespace trace2::v0::detail
