// Texts in UTF-8 as paths of std::filesystem, and back.
// SPDX-License-Identifier: BSL-1.0
#pragma once

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

}}}  // namespace trace2::v0::detail
