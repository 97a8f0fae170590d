// Writes tables of aligned text.
#pragma once

#include <trace2/export/shown.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Styles of text on a terminal.
struct text_style {
  bool colour = false;

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string alarming(std::string_view text) const { return wrap("31", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const {
    if (!colour) return std::string{text};
    return std::string{"\x1b["}.append(code).append("m").append(text).append("\x1b[0m");
  }
};

/// A table with a heading. All columns but the last are aligned to the right, as numbers are.
class table {
 public:
  using cells = std::vector<std::string>;

  table(std::string title, std::vector<std::string> columns)
      : title_{std::move(title)}, columns_{std::move(columns)} {}

  /// Writes at most `most` rows and the number of the others, to which `left_out` further ones
  /// count; nothing for an empty table. `cells_of(row)` gives one cell for each column, in their
  /// order; it is called twice for each row, so that no table needs memory.
  template <class Rows, class CellsOf>
  void write(sink& to, Rows const& rows, CellsOf const& cells_of, std::size_t most,
             text_style style, std::uint64_t left_out = 0) const {
    if (rows.empty() && left_out == 0) return;
    std::size_t const count = std::min<std::size_t>(most, rows.size());
    std::vector<std::size_t> widths;
    for (std::string const& column : columns_) widths.push_back(width_of(column));
    for (std::size_t i = 0; i < count; ++i) {
      cells const row = cells_of(rows[i]);
      for (std::size_t j = 0; j < widths.size(); ++j)
        widths[j] = std::max(widths[j], width_of(row[j]));
    }
    to.write("\n" + style.bold(title_) + "\n");
    to.write(style.dim(line_of(columns_, widths)) + "\n");
    for (std::size_t i = 0; i < count; ++i) to.write(line_of(cells_of(rows[i]), widths) + "\n");
    if (std::uint64_t const others = rows.size() - count + left_out; others != 0)
      to.write(style.dim("  ... " + std::to_string(others) + " more") + "\n");
  }

 private:
  static std::string line_of(std::vector<std::string> const& cells,
                             std::vector<std::size_t> const& widths) {
    std::string line;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      line += "  ";
      if (j + 1 < cells.size()) line.append(widths[j] - width_of(cells[j]), ' ');
      line += cells[j];
    }
    return line;
  }

  std::string title_;
  std::vector<std::string> columns_;
};

}}}  // namespace trace2::v0::exporter
