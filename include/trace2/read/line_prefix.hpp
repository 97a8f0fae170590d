// Reads what the lines of NORMAL and PERF begin with: the time of day and the place in the source.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/number_text.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads a time of day, `12:34:56.000000` and a blank, from the front of a line of NORMAL or PERF:
/// microseconds since midnight (R-TIME-01). Nothing when the line begins otherwise.
inline std::optional<std::int64_t> take_time_of_day(std::string_view& line) noexcept {
  constexpr std::string_view pattern = "00:00:00.000000 ";
  if (line.size() < pattern.size() || line[2] != ':') return {};
  unsigned wrong = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    wrong |=
        pattern[i] == '0' ? static_cast<unsigned char>(line[i] - '0') > 9u : line[i] != pattern[i];
  if (wrong != 0) return {};
  auto const pair = [line](std::size_t at) { return (line[at] - '0') * 10 + (line[at + 1] - '0'); };
  std::int64_t const seconds = (pair(0) * 60 + pair(3)) * 60 + pair(6);
  std::int64_t const fraction = (pair(9) * 100 + pair(11)) * 100 + pair(13);
  line.remove_prefix(pattern.size());
  return seconds * 1'000'000 + fraction;
}

/// `file:line`, as views; the line is 0 when the text has none.
struct named_place {
  std::string_view file{};
  int line = 0;

  /// True if it is in a source file in C#, as those of Git Credential Manager are.
  bool is_of_csharp() const noexcept { return file.ends_with(".cs"); }

  static std::optional<named_place> of(std::string_view text) noexcept {
    std::size_t const colon = text.rfind(':');
    named_place place;
    if (colon == text.npos || !number_from(text.substr(colon + 1), place.line)) return {};
    place.file = text.substr(0, colon);
    return place;
  }
};

}}}  // namespace trace2::v0::read
