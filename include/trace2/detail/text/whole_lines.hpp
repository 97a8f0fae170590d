// Text made of whole lines, as sinks get it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Text behind the last LF is a line as well.
[[gnu::noinline]] inline std::uint64_t count_lines(std::string_view text) noexcept {
  std::uint64_t count = 0;
  for (char const c : text) count += c == '\n';
  return count + (!text.empty() && text.back() != '\n');
}

/// Number of bytes up to the end of the first line, LF included.
inline std::size_t first_line(std::string_view lines) noexcept {
  std::size_t const end = lines.find('\n');
  return end == std::string_view::npos ? lines.size() : end + 1;
}

/// As many lines as fit into `most` bytes, but at least one.
inline std::string_view leading_lines(std::string_view lines, std::size_t most) noexcept {
  if (lines.size() <= most) return lines;
  std::size_t const end = most == 0 ? std::string_view::npos : lines.rfind('\n', most - 1);
  return lines.substr(0, end == std::string_view::npos ? first_line(lines) : end + 1);
}

}}}  // namespace trace2::v0::detail
