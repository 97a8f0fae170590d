// Writes a comparison as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "diff/comparison.hpp"
#include "output/table.hpp"

namespace trace2::program {

/// A change for people: "+8.1%", "-12%", "0.0%" for next to nothing, "x12" for more than ten times
/// as much.
std::string shown_change(double change, bool is_exact = true);

/// Writes a comparison for people: a sentence with the result of the command that has changed most,
/// where the differences arise, and what is new and gone. If it `shows_tests`, a table for each
/// kind of rows, with all of them and how they were tested. Each table has at most `most_rows`
/// rows. A path begins with the innermost region, so that a narrow terminal cuts what is around it.
class comparison_text {
 public:
  comparison_text(sink& to, std::size_t most_rows, text_style style,
                  std::size_t width = std::numeric_limits<std::size_t>::max(),
                  bool shows_tests = false);

  void write(comparison const& all) const;

 private:
  void write_head(comparison const& all) const;
  void write_counts(comparison const& all) const;
  void write_groups(compared_groups const& by) const;
  void write_methods() const;

  std::string sentence_of(comparison const& all) const;

  /// "12 runs each"
  static std::string each(std::uint64_t before, std::uint64_t after, std::string_view what);
  static std::string runs_of(std::uint64_t before, std::uint64_t after) {
    return each(before, after, "run");
  }

  /// "+22 %"
  static std::string percent(double change);

  /// With as many digits as tell them apart: "1.59 → 1.94 ms".
  static std::string shown_medians(comparison_row const& row);

  static std::string verdict_of(comparison const& all);

  /// The rows of a kind that both sides have.
  static std::vector<comparison_row const*> compared(comparison const& all, std::string_view kind);

  void write_differences(comparison const& all) const;
  /// The functions that account for a difference.
  void write_functions(row_functions const& of) const;

  void write_rows(comparison const& all, std::string_view kind, std::string title,
                  std::string last) const;

  /// Writes the rows that only one side has. The parts of such a command go without saying.
  void write_single(comparison const& all, std::string_view verdict, std::string title) const;

  // ---- cells ----

  static table::cell value(comparison_row const& row, compared_side const& side);

  static std::string interval_of(comparison_row const& row);

  static std::string claim_of(comparison_row const& row);

  static std::string probability(double p);

  static std::string sizes_of(comparison_row const& row);

  static std::string name_of(comparison_row const& row);

  /// As finely as the uncertainty: "+157 ms ±53".
  static std::string shown_time_change(time_change const& time);

  sink& to_;
  std::size_t most_;
  text_style style_;
  std::size_t width_;
  bool shows_tests_;
};

}  // namespace trace2::program
