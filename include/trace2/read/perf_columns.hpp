// Takes a line of PERF apart into its columns (R-PRF-02).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/line_prefix.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/text_end.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The columns of a line, as views of it.
struct perf_columns {
  std::optional<std::int64_t> time_of_day{};  ///< none in brief lines
  named_place place{};
  int depth = 0;
  std::string_view thread{};
  std::string_view event{};
  repo_id repo{};
  std::optional<duration> t_abs{};
  std::optional<duration> t_rel{};
  std::string_view t_abs_text{};
  std::string_view t_rel_text{};
  std::string_view category{};
  std::string_view payload{};  ///< with the dots in front of it

  static constexpr char const* is_none = "is no line of PERF";

  /// The kind of text with which the event ends.
  text_end end() const noexcept {
    auto const is_among = [this](auto const&... names) { return ((event == names) || ...); };
    switch (event.front()) {
      case 'e':
        if (event == "exec") return text_end::quoted;
        return event == "error" ? text_end::message : text_end::line;
      case 'p':
        return event == "printf" ? text_end::message : text_end::line;
      case 'd':
        if (event == "data_json") return text_end::json;
        return event == "def_repo" ? text_end::quoted : text_end::line;
      default:
        return is_among("start", "child_start", "cmd_ancestry", "alias") ? text_end::quoted
                                                                         : text_end::line;
    }
  }

  /// Stores the columns of a line. False when it is no line of PERF. Widths may be others than
  /// Git's, which have changed, which long texts exceed, and of which web pages join the blanks.
  bool read(std::string_view line) noexcept {
    // People indent and quote what they paste.
    line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
    return read<true>(line) || read<false>(line);
  }

 private:
  template <bool HasWidths>
  bool read(std::string_view line) noexcept {
    auto const take = [&line](std::size_t width, std::string_view& column) {
      return take_column<HasWidths>(line, width, column);
    };
    std::string_view text;
    time_of_day = take_time_of_day(line);
    place = {};
    if (time_of_day) {
      if (!take(28, text)) return false;
      if (!text.empty()) {
        auto const named = named_place::of(text);
        if (!named) return false;
        place = *named;
      }
    }
    if (!take(2, text) || text.size() < 2 || text.front() != 'd' ||
        !number_from(text.substr(1), depth) || depth < 0)
      return false;
    if (!take(24, thread) || !take(12, event) || !is_name(event)) return false;
    if (!take(3, text) || !read_repo(text)) return false;
    if (!take(9, t_abs_text) || !read_time(t_abs_text, t_abs)) return false;
    if (!take(9, t_rel_text) || !read_time(t_rel_text, t_rel)) return false;
    if (!take(12, category)) return false;
    payload = line;
    return true;
  }

  static constexpr std::string_view rule = " | ";

  static bool is_rule(char const* at) noexcept { return std::memcmp(at, " | ", 3) == 0; }

  /// Takes a column and the rule behind it; looks first where the column ends if it has its width.
  template <bool HasWidths>
  [[gnu::always_inline]] static bool take_column(std::string_view& line, std::size_t width,
                                                 std::string_view& column) noexcept {
    std::size_t size = width;
    if (!HasWidths || line.size() < width + rule.size() || !is_rule(line.data() + width)) {
      if (take_empty(line, column)) return true;
      size = line.find(rule);
      if (size == line.npos) {
        // A blank at the end may be lost.
        if (!line.ends_with(" |")) return false;
        size = line.size() - 2;
      }
    }
    column = line.substr(0, size);
    line.remove_prefix(std::min(size + rule.size(), line.size()));
    trim_end(column);
    return true;
  }

  static void trim_end(std::string_view& column) noexcept {
    constexpr std::string_view blanks = "        ";
    while (column.ends_with(blanks)) column.remove_suffix(blanks.size());
    while (!column.empty() && column.back() == ' ') column.remove_suffix(1);
  }

  /// Takes an empty column of a line whose blanks were joined, as web pages show them.
  static bool take_empty(std::string_view& line, std::string_view& column) noexcept {
    if (line != "|" && !line.starts_with("| ")) return false;
    column = {};
    line.remove_prefix(std::min<std::size_t>(line.size(), 2));
    return true;
  }

  static bool is_name(std::string_view text) noexcept {
    return !text.empty() && text.find(' ') == text.npos;
  }

  bool read_repo(std::string_view text) noexcept {
    repo = {};
    if (text.empty()) return true;
    return text.front() == 'r' && number_from(text.substr(1), repo.value);
  }

  /// Removes the blanks in front of a time. An empty column is none.
  [[gnu::always_inline]] static bool read_time(std::string_view& text,
                                               std::optional<duration>& to) noexcept {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    to.reset();
    if (text.empty()) return true;
    to = parse_local_seconds(text);
    return to.has_value();
  }
};

}}}  // namespace trace2::v0::read
