// Writes tables of aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
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
  template <class Rows, class CellsOf>
  void write(sink& to, Rows const& rows, CellsOf const& cells_of, std::size_t most,
             text_style style, std::uint64_t left_out = 0,
             std::size_t width = std::numeric_limits<std::size_t>::max(),
             std::function<void(typename Rows::value_type const&)> const& write_below = {}) const {
    write_rows(
        to, rows.size(), [&](std::size_t i) { return cells_of(rows[i]); }, most, style, left_out,
        width, [&](std::size_t i) {
          if (write_below) write_below(rows[i]);
        });
  }

 private:
  using texts = std::vector<std::string>;

  void write_rows(sink& to, std::size_t rows, std::function<cells(std::size_t row)> const& cells_of,
                  std::size_t most, text_style style, std::uint64_t left_out, std::size_t width,
                  std::function<void(std::size_t row)> const& write_below) const;

  /// The longest duration of a column, by which its unit is chosen.
  struct longest {
    bool is_fine = false;  ///< some are known to the nanosecond
    read::nanoseconds nanoseconds{};

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
