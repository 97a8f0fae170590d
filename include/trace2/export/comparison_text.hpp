// Writes a comparison as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/comparison.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A change for people: "+8.1%", "-12%", "x12" for more than ten times as much.
inline std::string shown_change(double change, bool is_exact = true) {
  char text[48];
  double const percent = change * 100;
  if (change >= 9)
    std::snprintf(text, sizeof text, "x%.3g", change + 1);
  else if (std::abs(percent) < (is_exact ? 99.95 : 9.95))
    std::snprintf(text, sizeof text, "%+.1f%%", percent);
  else
    std::snprintf(text, sizeof text, "%+.0f%%", percent);
  return text;
}

/// Writes a comparison for people: a table for each kind of rows, and tables of what is new and
/// gone. Each has at most `most_rows` rows. A path begins with the innermost region, so that a
/// narrow terminal cuts what is around it.
class comparison_text {
 public:
  comparison_text(sink& to, std::size_t most_rows, text_style style,
                  std::size_t width = std::numeric_limits<std::size_t>::max())
      : to_{to}, most_{most_rows}, style_{style}, width_{width} {}

  void write(comparison const& all) const {
    write_head(all);
    write_rows(all, "command", "Commands", "command");
    write_rows(all, "region", "Regions", "region < around it < command");
    write_rows(all, "timer", "Timers", "timer < command");
    write_rows(all, "counter", "Counters", "counter < command");
    write_single(all, "new", "New");
    write_single(all, "gone", "Gone");
  }

 private:
  void write_head(comparison const& all) const {
    std::string const before = std::to_string(all.before.ended);
    std::string const after = std::to_string(all.after.ended);
    to_.write(before + (all.before.ended == 1 ? " run" : " runs") + " before, " + after +
              " after; " + verdict_of(all) + "\n");
    if (std::uint64_t const cut = all.before.unfinished + all.after.unfinished; cut != 0)
      to_.write("Not compared: " + std::to_string(cut) +
                (cut == 1 ? " unfinished process\n" : " unfinished processes\n"));
    for (std::string_view const line :
         {"interval: 95 % of the change, by the ratios of all pairs (Hodges, Lehmann 1963)",
          "claim: Mann-Whitney U test (1947), 5 % for all rows (Benjamini, Hochberg 1995)",
          "       ~: may be chance; few: too few values for a claim"})
      to_.write(style_.dim(shortened(std::string{line}, width_)) + "\n");
  }

  static std::string verdict_of(comparison const& all) {
    if (!all.has_comparable()) return "too few for any claim";
    if (all.tested == 0) return "no change, for all values are equal or too few";
    return std::to_string(all.claims) + " of " + std::to_string(all.tested) +
           (all.tested == 1 ? " tested row " : " tested rows ") +
           (all.claims == 1 ? "has changed" : "have changed");
  }

  void write_rows(comparison const& all, std::string_view kind, std::string title,
                  std::string last) const {
    std::vector<comparison_row const*> rows;
    for (comparison_row const& row : all.rows)
      if (row.kind == kind && row.before.n != 0 && row.after.n != 0) rows.push_back(&row);
    table const layout = table{
        std::move(title),
        {"before", "after", "change", "interval", "claim", "p", "n", std::move(last)},
        {"p", "n"}}.with_one_unit({"before", "after"});
    auto const cells_of = [](comparison_row const* row) {
      return table::cells{value(*row, row->before),
                          value(*row, row->after),
                          row->change ? shown_change(*row->change) : std::string{},
                          interval_of(*row),
                          claim_of(*row),
                          row->p ? probability(*row->p) : std::string{},
                          sizes_of(*row),
                          name_of(*row)};
    };
    layout.write(to_, rows, cells_of, most_, style_, 0, width_);
  }

  /// Writes the rows that only one side has. The parts of such a command go without saying.
  void write_single(comparison const& all, std::string_view verdict, std::string title) const {
    std::set<std::string_view> commands;
    for (comparison_row const& row : all.rows)
      if (row.verdict == verdict && row.kind == "command") commands.insert(row.command);
    std::vector<comparison_row const*> rows;
    for (comparison_row const& row : all.rows)
      if (row.verdict == verdict && (row.kind == "command" || commands.count(row.command) == 0))
        rows.push_back(&row);
    table const layout{std::move(title), {"median", "n", "kind", "name < around it < command"}};
    auto const cells_of = [](comparison_row const* row) {
      compared_side const& side = row->before.n == 0 ? row->after : row->before;
      return table::cells{value(*row, side), std::to_string(side.n), std::string{row->kind},
                          name_of(*row)};
    };
    layout.write(to_, rows, cells_of, most_, style_, 0, width_);
  }

  // ---- cells ----

  static table::cell value(comparison_row const& row, compared_side const& side) {
    double const median = side.median.value_or(0);
    char text[48];
    constexpr double most = 9e18;
    auto const nanoseconds = static_cast<std::int64_t>(std::min(median * 1e9 + 0.5, most));
    if (row.kind != "counter")
      return table::cell::time(read::fine_duration::nanoseconds(nanoseconds, row.is_fine));
    std::snprintf(text, sizeof text, median == std::floor(median) ? "%.0f" : "%.1f", median);
    return text;
  }

  static std::string interval_of(comparison_row const& row) {
    if (!row.change_low || !row.change_high) return {};
    std::string low = shown_change(*row.change_low, false);
    std::string const high = shown_change(*row.change_high, false);
    if (low.ends_with('%') && high.ends_with('%')) low.pop_back();
    return low + ".." + high;
  }

  static std::string claim_of(comparison_row const& row) {
    if (row.verdict == "none") return "~";
    if (row.verdict == "too few") return "few";
    return std::string{row.verdict};
  }

  static std::string probability(double p) {
    if (p < 0.001) return "<0.001";
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", p);
    return text;
  }

  static std::string sizes_of(comparison_row const& row) {
    std::string const before = std::to_string(row.before.n);
    return row.before.n == row.after.n ? before : before + "/" + std::to_string(row.after.n);
  }

  static std::string name_of(comparison_row const& row) {
    std::string name;
    for (auto part = row.path.rbegin(); part != row.path.rend(); ++part)
      name.append(name.empty() ? "" : " < ").append(shown_text(*part));
    if (!name.empty() && !row.command.empty()) name += " < ";
    return name + shown_text(row.command);
  }

  sink& to_;
  std::size_t most_;
  text_style style_;
  std::size_t width_;
};

}}}  // namespace trace2::v0::exporter
