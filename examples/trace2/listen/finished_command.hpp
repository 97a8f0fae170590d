// A command that has finished, as one line of text.
#pragma once

#include <trace2/export/list_text.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace trace2_program::listening {

/// Texts are those of the trace: hostile until they are shown.
struct finished_command {
  std::int64_t end{};   ///< nanoseconds since the epoch
  std::int64_t wall{};  ///< nanoseconds
  std::string command{};
  std::string place{};  ///< path of the worktree; empty if no event tells it
  std::string most{};   ///< the child or region that took most of the time
  int most_percent = 0;
  std::string_view state{};  ///< as `trace2 list` names it
  int code = -1;             ///< -1: unknown
  std::string losses{};      ///< what the writer says that it has lost
  std::string sid{};
  std::uint32_t pid{};
};

/// A length of time in few characters: "12 us", "342 ms", "1.2 s", "12m05s".
inline std::string brief_duration(std::int64_t nanoseconds) {
  char text[48];
  auto const count = static_cast<double>(nanoseconds);
  if (nanoseconds < 1'000'000 || nanoseconds >= 600'000'000'000)
    return trace2::exporter::shown_duration(nanoseconds);
  if (nanoseconds < 999'500'000)
    std::snprintf(text, sizeof text, nanoseconds < 9'950'000 ? "%.1f ms" : "%.0f ms", count / 1e6);
  else
    std::snprintf(text, sizeof text, "%.1f s", count / 1e9);
  return text;
}

/// A path, with ~ for the home directory.
inline std::string brief_path(std::string const& path) {
  char const* const home = std::getenv("HOME");
  std::string_view const known = home == nullptr ? std::string_view{} : std::string_view{home};
  bool const is_inside = known.size() > 1 && path.starts_with(known) &&
                         (path.size() == known.size() || path[known.size()] == '/');
  return is_inside ? "~" + path.substr(known.size()) : path;
}

/// The columns of a line. Cut to `width` characters; filled up so that lines form a table.
inline std::string columns(std::string_view time, std::string_view mark, std::int64_t wall,
                           std::string_view command, std::string const& place, std::string last,
                           std::size_t width) {
  namespace exporter = trace2::exporter;
  // Of a wide terminal the command gets most.
  constexpr std::size_t fixed = 23;  // the time, the mark, the duration and the blanks
  constexpr std::size_t narrow = 80;
  bool const is_cut = width < 10 * narrow;
  std::size_t const room = std::max(is_cut ? width : narrow, std::size_t{60}) - fixed;
  std::size_t const for_command = room * 2 / 5;
  std::size_t const for_place = room * 3 / 10;
  std::size_t const for_last = room - for_command - for_place - 2;
  auto const filled = [](std::string text, std::size_t size) {
    std::size_t const has = exporter::width_of(text);
    return has < size ? text.append(size - has, ' ') : text;
  };
  std::string shown = exporter::shown_text(exporter::without_directory(command));
  std::string where = exporter::shown_text(brief_path(place));
  if (is_cut) {
    shown = exporter::shortened(shown, for_command);
    where = exporter::shortened_in_front(where, for_place);
    last = exporter::shortened_in_front(last, for_last);
  }
  std::string const length = brief_duration(wall);
  std::string line{time};
  line.append(" ").append(mark);
  if (length.size() < 8) line.append(8 - length.size(), ' ');
  line.append(length).append("  ").append(filled(shown, for_command)).append("  ");
  line.append(filled(where, for_place)).append("  ").append(last);
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

/// The time of day of a moment, "12:34:56", in local time.
inline std::string time_of_day(std::int64_t nanoseconds) {
  constexpr std::size_t date = std::string_view{"2000-01-31 "}.size();
  std::string const moment = trace2::exporter::shown_moment(nanoseconds);
  return moment.size() > date ? moment.substr(date) : moment;
}

/// How a command ended, if it did not end well, and what took most of its time.
inline std::string outcome_of(finished_command const& of) {
  std::string text;
  auto const add = [&text](std::string const& part) {
    text.append(text.empty() ? "" : ", ").append(part);
  };
  if (of.state == "unfinished") add("unfinished");
  if (of.state == "transformed") add("exec");
  if (of.state == "killed" && of.code > 128) add("signal " + std::to_string(of.code - 128));
  if (of.state == "ended" && of.code > 0) add("exit " + std::to_string(of.code));
  if (!of.losses.empty()) add(trace2::exporter::shown_text(of.losses));
  if (!of.most.empty())
    add(trace2::exporter::shown_text(of.most) + " " + std::to_string(of.most_percent) + "%");
  return text;
}

inline std::string line_of(finished_command const& of, std::size_t width) {
  return columns(time_of_day(of.end), " ", of.wall, of.command, of.place, outcome_of(of), width);
}

}  // namespace trace2_program::listening
