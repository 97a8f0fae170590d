// Writes the explanation of a command as text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/table.hpp"
#include "why/critical_path.hpp"
#include "why/why.hpp"

namespace trace2::program {

/// Writes the command, the rows of its critical path, each with a bar of a character per 10 %, and
/// the hints. Below the first row of a process stands who else was busy meanwhile. The unit of the
/// rows is that of the wall time. No line is wider than `width`, or 50 if it is less, but times are
/// always whole. The rows beyond `most_rows`, and unless all are wanted those below half a percent,
/// share one, so that all rows sum up to the wall time.
class why_text {
 public:
  why_text(sink& to, read::label_table const& labels, std::size_t most_rows, std::size_t width,
           text_style style);

  void write(explanation const& of) const;

 private:
  /// The name of a row. `tail` says what was waited for and where: the name gives way to it.
  struct called {
    std::string inside{};  ///< the process, in front of the name
    std::string name{};
    std::string tail{};
  };
  struct line {
    read::nanoseconds time{};
    called name{};
    std::string details{};
    std::string mark{};                    ///< behind the name, and never shortened
    std::vector<std::string> meanwhile{};  ///< below it
    std::vector<std::string> below{};      ///< lines on what happened in it
  };

  void write_title(explanation const& of) const;

  // ---- rows ----

  /// Start and end of all processes share a line.
  std::vector<line> lines_of(explanation const& of) const;

  /// The last line is for all that follow the first `count` ones.
  static void keep(std::vector<line>& all, std::size_t count);

  /// The processes that were busy while the path was in a process, and for how long.
  static std::vector<std::string> meanwhile_of(explanation const& of, std::string_view process);

  /// As many of them as find room; three at most.
  static std::string listed(std::vector<std::string> const& all, std::size_t room);

  /// The number of times that a row sums up, in brackets. A process has none.
  static std::string mark_of(critical_path::row const& row);

  called name_of(critical_path::row const& row, bool is_filtered) const;

  std::string name_of_task(critical_path::row const& row) const;

  std::string name_of(read::label_id id) const;

  static std::string fitted(called const& name, std::size_t room);

  /// In whole percents.
  static std::size_t percent_of(read::nanoseconds time, read::nanoseconds wall) noexcept;
  static std::size_t bar_of(line const& one, read::nanoseconds wall) noexcept;

  void write_line(line const& one, read::nanoseconds wall, std::size_t width_of_bars) const;

  // ---- hints ----

  void write_wrapped(std::string_view text, std::string_view begin) const;

  sink& to_;
  read::label_table const& labels_;
  std::size_t most_rows_;
  std::size_t width_;
  text_style style_;
};

}  // namespace trace2::program
