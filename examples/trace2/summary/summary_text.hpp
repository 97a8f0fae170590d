// Writes a summary as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "output/table.hpp"
#include "summary/summary.hpp"

namespace trace2::program {

/// Writes a summary for people. Empty tables are left out, and each table has at most `most_rows`
/// rows. The processes of one command are a tree. Of many commands there are two tables of time,
/// and a line names the others; errors and losses are always told. Rows of less than a thousandth
/// of the time are counted alone, unless something failed or has no end. The limit SIZE_MAX shows
/// all tables and rows. No line is wider than `width`, as far as columns of numbers find room.
class summary_text {
 public:
  summary_text(sink& to, std::size_t most_rows, text_style style,
               std::size_t width = std::numeric_limits<std::size_t>::max());

  void write(summary const& all) const;

  /// Writes the timers and counters alone.
  void write_sums(summary const& all) const;

 private:
  /// In two lines where one would be too wide.
  void write_head(summary const& all) const;

  static std::uint64_t left_out_of(summary const& all);
  static std::string time(read::fine_duration value);

  bool wants_all() const noexcept { return most_ == std::numeric_limits<std::size_t>::max(); }

  /// The time of all outermost processes, and what they became.
  static read::nanoseconds time_of(std::vector<process_row> const& rows) noexcept;
  static bool is_one_command(std::vector<process_row> const& rows) noexcept;

  /// Of the tables of time the first two that have rows, and the names of the others.
  void write_two_tables(summary const& all) const;

  void show(table const& layout, auto const& rows, auto const& cells_of,
            std::uint64_t left_out = 0) const {
    layout.write(to_, rows, cells_of, most_, style_, left_out, width_);
  }

  /// Without the rows that take next to none of `whole`.
  template <class Row>
  void show_large(table const& layout, std::vector<Row> const& rows, read::nanoseconds whole,
                  auto const& cells_of) const {
    std::vector<Row const*> large;
    for (Row const& row : rows)
      if (wants_all() || large.empty() || row.total.in_nanoseconds() >= least_of(whole) ||
          is_odd(row))
        large.push_back(&row);
    show(layout, large, [&](Row const* row) { return cells_of(*row); }, rows.size() - large.size());
  }

  static constexpr read::nanoseconds least_of(read::nanoseconds whole) noexcept {
    return whole / 1'000;
  }

  /// True if a row says more than that it took time.
  static bool is_odd(auto const& row) noexcept {
    if constexpr (requires { row.failed; })
      return row.failed != 0 || row.unfinished != 0;
    else
      return row.unfinished != 0;
  }
  static bool is_odd(process_row const& row) noexcept;

  void write_processes(std::vector<process_row> const& rows, std::uint64_t left_out) const;

  /// Writes rows that have a `text_form`. Of those with ends, the ones that take next to none of
  /// `whole` are only counted.
  template <class Row>
  void write_rows(std::vector<Row> const& rows, read::nanoseconds whole = {}) const;

  /// Of the intervals whose lengths are known: timers of the same names may have kept some only.
  void write_distributions(std::vector<timer_row> const& timers) const;

  sink& to_;
  std::size_t most_;
  text_style style_;
  std::size_t width_;
};

}  // namespace trace2::program
