// Texts in UTF-8 as paths of std::filesystem, and back.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/wide_text.hpp>

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

}}}  // namespace trace2::v0::detail
