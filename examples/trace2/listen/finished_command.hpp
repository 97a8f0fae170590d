// A command that has finished, as one line of text.
#pragma once

#include <trace2/read/exit_code.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/table.hpp"

namespace trace2::program::listening {

/// Texts are those of the trace: hostile until they are shown.
struct finished_command {
  read::moment end{};
  read::nanoseconds wall{};
  std::string command{};
  std::string place{};  ///< path of the worktree; empty if no event tells it
  std::string most{};   ///< the child or region that took most of the time
  int most_percent = 0;
  std::string_view state{};  ///< as `trace2 list` names it
  read::exit_code code{};
  std::string losses{};  ///< what the writer says that it has lost
  std::string sid{};
  std::uint32_t pid{};
};

/// A length of time in few characters: "12 us", "342 ms", "1.2 s", "12m05s".
std::string brief_duration(read::nanoseconds length);

/// A path, with ~ for the home directory.
std::string brief_path(std::string const& path);

/// The columns of a line. Cut to `width` characters; filled up so that lines form a table.
std::string columns(std::string_view time, std::string_view mark, read::nanoseconds wall,
                    std::string_view command, std::string const& place, std::string last,
                    std::size_t width);

/// The time of day of a moment, "12:34:56", in local time.
std::string time_of_day(read::moment at);

/// How a command ended, if it did not end well, and what took most of its time.
std::string outcome_of(finished_command const& of);

std::string line_of(finished_command const& of, std::size_t width);

}  // namespace trace2::program::listening
