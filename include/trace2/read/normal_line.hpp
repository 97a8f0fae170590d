// Takes a line of NORMAL apart into its prefix and its words (R-NRM-01, R-NRM-02).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/line_prefix.hpp>
#include <trace2/read/text_end.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The parts of a line, as views of it.
struct normal_line {
  static constexpr char const* is_none = "is no line of NORMAL";

  std::optional<std::int64_t> time_of_day{};  ///< none in brief lines
  named_place place{};
  std::string_view event{};    ///< the name of the event, whatever its first word is
  std::string_view payload{};  ///< what follows the first word and a blank or bracket

  /// Stores the parts of a line. False when it is no line of NORMAL. Brief lines are known by their
  /// first word; a brief `printf` has none, so that it is not found.
  bool read(std::string_view line) noexcept {
    line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
    time_of_day = take_time_of_day(line);
    place = {};
    if (time_of_day) take_place(line);
    std::size_t const size = std::min(line.find_first_of(" ["), line.size());
    event = name_of(line.substr(0, size));
    payload = line.substr(std::min(size + 1, line.size()));
    // The lengths of a distribution_timer stay words: NORMAL tells too little of their event.
    if (event.ends_with("timer") && payload.ends_with("ns")) {
      event = "printf";
      payload = line;
    }
    if (!event.empty()) return true;
    if (!time_of_day || line.find(" | ") != line.npos) return false;
    event = "printf";
    payload = line;
    return true;
  }

  /// The kind of text with which the event ends.
  text_end end() const noexcept {
    if (event == "error" || event == "printf") return text_end::message;
    for (std::string_view const name : {"start", "child_start", "alias", "exec", "def_repo"})
      if (event == name) return text_end::quoted;
    return text_end::line;
  }

 private:
  static std::string_view name_of(std::string_view word) noexcept {
    static constexpr std::array<std::string_view, 20> verbs{
        "alias",        "atexit",   "child_exit", "child_ready", "child_start",
        "cmd_ancestry", "cmd_mode", "cmd_name",   "cmd_path",    "counter",
        "def_param",    "error",    "exec",       "exec_result", "exit",
        "signal",       "start",    "th_counter", "th_timer",    "timer"};
    if (word == "version") return word;
    if (word == "worktree") return "def_repo";
    auto const at = std::lower_bound(verbs.begin(), verbs.end(), word);
    return at != verbs.end() && *at == word ? *at : std::string_view{};
  }

  /// The words begin in one column, or behind a longer place.
  void take_place(std::string_view& line) noexcept {
    constexpr std::size_t width = 34;
    std::string_view column = line.substr(0, width);
    while (!column.empty() && column.back() == ' ') column.remove_suffix(1);
    bool const is_padded = column.find(' ') == column.npos && column.size() < width;
    std::size_t const size = is_padded ? column.size() : std::min(line.find(' '), line.size());
    auto const named = named_place::of(line.substr(0, size));
    if (named) place = *named;
    if (named || column.empty())
      line.remove_prefix(std::min(is_padded ? width : size + 1, line.size()));
    // Web pages join the blanks.
    if (!is_padded && size < width - 1)
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
};

}}}  // namespace trace2::v0::read
