// Recognises by the first lines of an input what stands around them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/surroundings/first_lines.hpp>
#include <trace2/read/surroundings/found_characters.hpp>
#include <trace2/read/surroundings/found_layout.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// The common case, which has to cost little: each line is an event of EVENT.
inline bool is_clean(std::string_view text) noexcept {
  constexpr std::string_view begin = "{\"event\":\"";
  bool is_any = false;
  while (!text.empty()) {
    std::size_t const size = text.find('\n');
    if (size == text.npos)
      return is_any ||
             (text.starts_with(begin) && text.ends_with('}') && text.find(begin, 1) == text.npos);
    std::string_view line = text.substr(0, size);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with(begin) || !line.ends_with('}') || line.find('&') != line.npos ||
        line.find(begin, 1) != line.npos)
      return false;
    is_any = true;
    text.remove_prefix(size + 1);
  }
  return true;
}

/// Looks at the first bytes of an input; `is_all` tells that it has no more. Nothing is recognised
/// in what a tracer has written: what is taken away later stands around every event here, or makes
/// lines readable that are none otherwise.
inline recognised recognise(std::string_view beginning, bool is_all) {
  recognised known;
  if (is_clean(beginning)) return known;
  first_lines first{beginning, is_all};
  found_characters{first, known}.find_all();
  found_layout{first, known}.find_all();
  return known;
}

}}}}  // namespace trace2::v0::read::surroundings
