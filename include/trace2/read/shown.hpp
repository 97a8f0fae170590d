// Formats texts, durations and shares for people.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/local_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Appends nanoseconds as microseconds, with three decimals where there is more than whole ones:
/// "12", "-0.009".
inline void append_microseconds(buffer& out, nanoseconds length) noexcept {
  // The magnitude of the least number has no signed type.
  auto const bits = static_cast<std::uint64_t>(length.count());
  std::uint64_t const size = length < no_time ? 0 - bits : bits;
  if (length < no_time) out.append('-');
  out.append_decimal(size / 1'000);
  if (size % 1'000 == 0) return;
  out.append('.');
  for (std::uint64_t digit = 100; digit > 0; digit /= 10)
    out.append(static_cast<char>('0' + size / digit % 10));
}

/// Appends a text so that a terminal only shows it: control characters, and those that reorder or
/// break lines, become escapes such as `\x1b` and `\u202e`, bytes that are not UTF-8 `\x9b`. TAB
/// stays, and a LF at the very end. Clean text stays as it is.
inline void append_terminal_safe(buffer& out, std::string_view text) noexcept {
  detail::append_terminal_safe(out, text);
}

/// The same for JSON, which stays JSON: such a character becomes an escape of JSON, an ill-formed
/// piece of UTF-8 U+FFFD.
[[gnu::cold]] inline void append_terminal_safe_json(buffer& out, std::string_view json) noexcept {
  for (std::size_t at = 0; at < json.size();) {
    utf8_character const character = utf8_character_at(json, at);
    bool const is_unsafe =
        !character.is_well_formed() ||
        (character.code_point >= 0x7f && detail::is_unsafe_on_terminal(character.code_point));
    if (is_unsafe) {
      out.append("\\u");
      detail::append_hexadecimal(out, character.is_well_formed() ? character.code_point : 0xfffd,
                                 4);
    } else {
      out.append(json.substr(at, character.size));
    }
    at += character.size;
  }
}

/// A text as one line without control characters, because names in a trace may be hostile.
inline std::string shown_text(std::string_view text) {
  buffer safe;
  bool const ends_line = text.ends_with('\n');
  if (ends_line) text.remove_suffix(1);
  append_terminal_safe(safe, text);
  std::string result{safe.view()};
  for (char& c : result)
    if (c == '\t' || c == '\n') c = ' ';
  return ends_line ? result + "\\n" : result;
}

/// "category/name", or one of them if the other is empty.
inline std::string shown_name(std::string_view category, std::string_view name) {
  return joined_name(shown_text(category), shown_text(name));
}

/// A length of time in microseconds, with three decimals where there is more than whole ones: "12",
/// "0.009".
inline std::string microseconds_text(nanoseconds length) {
  buffer text;
  append_microseconds(text, length);
  return std::string{text.view()};
}

/// A length of time as a number with a unit: "9 ns", "12 us", "12.345 us", "3.456 ms",
/// "78.901 s", "12m05s", "3h04m".
inline std::string shown_duration(nanoseconds length) {
  constexpr std::int64_t second = 1'000'000'000;
  char text[48];
  std::int64_t const count = length.count();
  double const seconds = seconds_of(length);
  std::int64_t const whole = count / second;
  if (count != 0 && count < 1'000)
    return std::to_string(count) + " ns";
  else if (count < 1'000'000)
    return microseconds_text(length) + " us";
  else if (count < second - 500)  // what is longer rounds to a second
    std::snprintf(text, sizeof text, "%.3f ms", seconds * 1e3);
  else if (whole < 600)
    std::snprintf(text, sizeof text, "%.3f s", seconds);
  else if (whole < 3'600)
    std::snprintf(text, sizeof text, "%dm%02ds", static_cast<int>(whole / 60),
                  static_cast<int>(whole % 60));
  else
    std::snprintf(text, sizeof text, "%lldh%02dm", static_cast<long long>(whole / 3'600),
                  static_cast<int>(whole / 60 % 60));
  return text;
}

/// A duration in the unit that suits the longest of its column: "0.012 ms" beside "3.456 ms", "9
/// ns" beside "120 ns". Exact to the microsecond below 10 s, so that rows visibly add up. A length
/// that this unit would show as 0 keeps a unit of its own. If `is_fine`, some of the column are
/// known to the nanosecond; whole microseconds have no decimals even then.
inline std::string shown_duration(nanoseconds length, nanoseconds longest, bool is_fine = false) {
  constexpr nanoseconds microsecond{1'000};
  constexpr nanoseconds millisecond = 1'000 * microsecond;
  constexpr nanoseconds second = 1'000 * millisecond;
  char text[48];
  auto const count = static_cast<double>(length.count());
  if (longest < microsecond && is_fine) return std::to_string(length.count()) + " ns";
  bool const is_long = longest >= 10 * second;
  nanoseconds const least = longest < millisecond ? nanoseconds{1}
                            : is_long             ? millisecond
                                                  : microsecond;
  if (length != no_time && length < least) return shown_duration(length);
  if (longest < millisecond) return microseconds_text(length) + " us";
  if (longest < second)
    std::snprintf(text, sizeof text, "%.3f ms", count / 1e6);
  else
    std::snprintf(text, sizeof text, is_long ? "%.3f s" : "%.6f s", count / 1e9);
  return text;
}

/// A moment in local time: "2000-01-31 12:34:56".
inline std::string shown_moment(moment at) {
  return local_text(at.since_epoch().count() / 1'000'000'000, "%Y-%m-%d %H:%M:%S");
}

/// The end of a process: its exit code, "exec" for one that became another one, "signal 9" for one
/// that a signal is known to have killed, or a state.
inline std::string shown_exit(std::optional<std::int64_t> code, std::string_view state) {
  if (state == "transformed") return "exec";
  if (state == "killed" && code && *code > 128) return "signal " + std::to_string(*code - 128);
  return code ? std::to_string(*code) : std::string{state};
}

/// A share as a percentage: "12.3%"; what rounds to nothing has no sign.
inline std::string shown_share(double share) {
  char text[32];
  double const percent = share * 100;
  bool const is_nothing = percent > -0.05 && percent < 0;
  std::snprintf(text, sizeof text, "%.1f%%", is_nothing ? 0 : percent);
  return text;
}

/// The share of a part in a whole; 0 if the whole is 0.
inline double share_of(std::int64_t part, std::int64_t whole) noexcept {
  return whole <= 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}
inline double share_of(nanoseconds part, nanoseconds whole) noexcept {
  return share_of(part.count(), whole.count());
}

/// The number of characters, which is the width of most texts.
inline std::size_t width_of(std::string_view text) noexcept {
  std::size_t width = 0;
  for (char const c : text) width += continues_character(c) ? 0u : 1u;
  return width;
}

/// The text, cut to `width` characters with an ellipsis at the end.
inline std::string shortened(std::string text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::size_t size = 0;
  for (std::size_t count = 0; size < text.size(); ++size)
    if (!continues_character(text[size]) && ++count >= width) break;
  text.resize(size);
  return width == 0 ? text : text + "\u2026";
}

/// The end of the text, `width` characters with an ellipsis in front.
inline std::string shortened_in_front(std::string const& text, std::size_t width) {
  std::size_t const characters = width_of(text);
  if (characters <= width) return text;
  if (width == 0) return {};
  std::size_t begin = 0;
  for (std::size_t excess = characters - width + 1; begin < text.size(); ++begin)
    if (!continues_character(text[begin]) && excess-- == 0) break;
  return "\u2026" + text.substr(begin);
}

/// A command line, cut to `width` characters: at first in the directories of its program, whose
/// name tells most, then at its end. Blanks in front indent it.
inline std::string shortened_command(std::string const& line, std::size_t width) {
  std::size_t const characters = width_of(line);
  std::size_t const begin = std::min(line.find_first_not_of(' '), line.size());
  std::size_t const end = std::min(line.find(' ', begin), line.size());
  std::string const program = line.substr(begin, end - begin);
  std::size_t const slash = program.rfind('/');
  if (characters <= width || slash == program.npos) return shortened(line, width);
  std::size_t const least = 1 + width_of(std::string_view{program}.substr(slash));
  std::size_t const room = width_of(program) - std::min(width_of(program), characters - width);
  return shortened(
      line.substr(0, begin) + shortened_in_front(program, std::max(least, room)) + line.substr(end),
      width);
}

}}}  // namespace trace2::v0::read
