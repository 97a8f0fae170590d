// Finds where in a line a line of a trace begins.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/line_prefix.hpp>
#include <trace2/read/perf_columns.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Bytes of what may stand before a line of a trace. Bounds the time that a line takes.
inline constexpr std::size_t longest_prefix = 400;

/// The place where a line of a trace begins, and what tells it.
struct line_anchor {
  enum class mark : unsigned char {
    none,
    event,  ///< `{"event":`
    timed,  ///< a time of day and a place in the source: NORMAL or PERF
    brief   ///< `d0 | main | `: PERF without these
  };
  mark by = mark::none;
  std::size_t at = std::string_view::npos;

  explicit operator bool() const noexcept { return by != mark::none; }
};

/// The `{` of an event of EVENT, or npos. `event` is its first member, as writers have it; `jq -S`
/// sorts members, so that a whole object with a session id counts, too.
inline std::size_t find_event(std::string_view line) noexcept {
  constexpr std::string_view name = "\"event\"";
  constexpr std::string_view blanks = " \t";
  std::string_view const front = line.substr(0, longest_prefix);
  for (std::size_t at = front.find(name); at != front.npos; at = front.find(name, at + 1)) {
    std::size_t const open = at == 0 ? line.npos : line.find_last_not_of(blanks, at - 1);
    std::size_t const colon = line.find_first_not_of(blanks, at + name.size());
    if (open != line.npos && line[open] == '{' && colon != line.npos && line[colon] == ':')
      return open;
  }
  std::size_t const open = front.find("{\"");
  if (open == front.npos || !line.ends_with('}')) return line.npos;
  bool const is_event =
      line.find("\"event\":", open) != line.npos && line.find("\"sid\":", open) != line.npos;
  return is_event ? open : line.npos;
}

/// True if a text begins with a time of day and a place in the source, as lines of NORMAL and PERF.
inline bool begins_with_time_and_place(std::string_view text) noexcept {
  if (!take_time_of_day(text)) return false;
  std::size_t const size = std::min({text.find(' '), text.find('|'), text.size()});
  auto const place = named_place::of(text.substr(0, size));
  if (place) return !place->file.empty() && place->line > 0;
  // A writer may tell no place; then a line of PERF has blanks up to its depth.
  std::size_t const bar = text.find_first_not_of(' ');
  return bar != text.npos && bar >= 20 && text.substr(bar).starts_with("| d");
}

inline std::size_t find_time(std::string_view line) noexcept {
  constexpr std::size_t hours = 2;
  std::string_view const front = line.substr(0, longest_prefix);
  for (std::size_t at = front.find(':'); at != front.npos; at = front.find(':', at + 1)) {
    if (at < hours) continue;
    std::size_t const begin = at - hours;
    if (begin > 0 && detail::is_digit(line[begin - 1])) continue;
    if (begins_with_time_and_place(line.substr(begin))) return begin;
  }
  return line.npos;
}

inline std::size_t find_depth(std::string_view line) noexcept {
  constexpr std::size_t most_columns = 4096;
  std::string_view const front = line.substr(0, longest_prefix);
  for (std::size_t bar = front.find(" | "); bar != front.npos; bar = front.find(" | ", bar + 1)) {
    std::size_t begin = bar;
    while (begin > 0 && detail::is_digit(line[begin - 1])) --begin;
    if (begin == bar || begin == 0 || line[--begin] != 'd') continue;
    bool const is_word = begin == 0 || line[begin - 1] == ' ' || line[begin - 1] == '\t';
    if (is_word && perf_columns{}.read(line.substr(begin, most_columns))) return begin;
  }
  return line.npos;
}

/// Finds the beginning of a line of a trace within a line. A brief line of NORMAL has no mark.
inline line_anchor find_anchor(std::string_view line) noexcept {
  using mark = line_anchor::mark;
  std::size_t const event = find_event(line);
  if (event == 0) return {mark::event, event};
  if (std::size_t const time = find_time(line); time < event) return {mark::timed, time};
  if (event != line.npos) return {mark::event, event};
  if (std::size_t const depth = find_depth(line); depth != line.npos) return {mark::brief, depth};
  return {};
}

}}}}  // namespace trace2::v0::read::surroundings
