// Texts in UTF-8 as paths of std::filesystem, and back.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/reader_system.hpp>

#include <filesystem>
#include <string>

namespace trace2 { inline namespace v0 { namespace read {

inline std::filesystem::path native_path(std::string const& text) {
  return trace2::detail::to_native_path<std::filesystem::path>(text.c_str());
}

inline std::string text_of(std::filesystem::path const& path) {
  return trace2::detail::native_path_text<std::string>(path.c_str());
}

}}}  // namespace trace2::v0::read
