// Writes tables of aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2::program {

/// Styles of text on a terminal.
struct text_style {
  bool colour = false;

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string alarming(std::string_view text) const { return wrap("31", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
};

/// A table with a heading. Columns are aligned to the right, as numbers are; the last one, and
/// those that hold texts, to the left.
class table {
 public:
  /// A text, or a duration: all durations of a column are shown in the same unit.
  class cell {
   public:
    cell(std::string text) : text_{std::move(text)} {}
    cell(char const* text) : text_{text} {}
    static cell time(read::fine_duration length) { return {true, length}; }

   private:
    friend table;
    cell(bool is_time, read::fine_duration length) noexcept : is_time_{is_time}, length_{length} {}

    std::string text_;
    bool is_time_ = false;
    read::fine_duration length_{};
  };
  using cells = std::vector<cell>;

  struct nothing_below {
    void operator()(auto const&) const noexcept {}
  };

  /// Where a table has no room, columns called `less_important` are left out, the first one first.
  table(std::string title, std::vector<std::string> columns,
        std::vector<std::string> less_important = {});

  /// Names the columns that hold texts.
  table with_texts(std::vector<std::string> columns) &&;

  /// The same table with columns whose durations share a unit, for they are compared.
  table with_one_unit(std::vector<std::string> columns) &&;

  /// The same table with command lines in its last column.
  table with_commands() &&;

  /// Writes at most `most` rows and the number of the others, to which `left_out` further ones
  /// count; nothing for an empty table. `cells_of(row)` gives one cell for each column, in their
  /// order; it is called three times for each row, so that no table needs memory. Columns without
  /// any text are left out. The last column is shortened, if need be, so that lines fit the width.
  /// `write_below(row)` is called behind the line of each row.
  template <class Rows, class CellsOf, class WriteBelow = nothing_below>
  void write(sink& to, Rows const& rows, CellsOf const& cells_of, std::size_t most,
             text_style style, std::uint64_t left_out = 0,
             std::size_t width = std::numeric_limits<std::size_t>::max(),
             WriteBelow const& write_below = {}) const {
    if (rows.empty() && left_out == 0) return;
    std::size_t const count = std::min<std::size_t>(most, rows.size());
    std::vector<std::size_t> widths(columns_.size());
    std::vector<longest> units(columns_.size());
    for (std::size_t i = 0; i < count; ++i) {
      cells const row = cells_of(rows[i]);
      for (std::size_t j = 0; j < widths.size(); ++j) units[j].add(row[j]);
    }
    choose_units(units);
    for (std::size_t i = 0; i < count; ++i) {
      texts const row = texts_of(cells_of(rows[i]), units);
      for (std::size_t j = 0; j < widths.size(); ++j)
        widths[j] = std::max(widths[j], read::width_of(row[j]));
    }
    for (std::size_t j = 0; j < widths.size(); ++j)
      if (widths[j] > 0 || j + 1 == widths.size())
        widths[j] = std::max(widths[j], read::width_of(columns_[j]));
    std::size_t const room = fit(widths, width);
    if (!title_.empty()) to.write("\n" + style.bold(title_) + "\n");
    to.write(style.dim(line_of(columns_, widths, room)) + "\n");
    for (std::size_t i = 0; i < count; ++i) {
      to.write(line_of(texts_of(cells_of(rows[i]), units), widths, room) + "\n");
      write_below(rows[i]);
    }
    if (std::uint64_t const others = rows.size() - count + left_out; others != 0)
      to.write(style.dim("  ... " + std::to_string(others) + " more") + "\n");
  }

 private:
  using texts = std::vector<std::string>;

  /// The longest duration of a column, by which its unit is chosen.
  struct longest {
    bool is_fine = false;  ///< some are known to the nanosecond
    std::int64_t nanoseconds = 0;

    void add(cell const& from) noexcept;
    void add(longest const& other) noexcept;
    std::string text_of(cell const& from) const;
  };

  void choose_units(std::vector<longest>& units) const;

  static texts texts_of(cells const& row, std::vector<longest> const& units);

  static constexpr std::size_t readable = 20;  ///< characters of the last column

  /// Makes widths 0 of columns that find no room, and returns the room for the last one.
  std::size_t fit(std::vector<std::size_t>& widths, std::size_t width) const;

  std::string line_of(texts const& row, std::vector<std::size_t> const& widths,
                      std::size_t room) const;

  std::string title_;
  std::vector<std::string> columns_;
  std::vector<std::string> less_important_;
  std::vector<std::string> texts_{};
  std::vector<std::string> one_unit_{};
  bool has_commands_ = false;
};

}  // namespace trace2::program
