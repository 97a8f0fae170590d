// The comparison of two traces as data: rows of described structs, which are also its JSON and CSV.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/function_changes.hpp"
#include "diff/sample_table.hpp"
#include "output/left_out.hpp"

namespace trace2::program {

/// The sample of one side. Times are in seconds.
struct compared_side {
  std::uint64_t n{};               ///< values
  std::optional<double> median{};  ///< nothing without values
  std::optional<double> low{};     ///< of its confidence interval of 95 %; from 6 values on
  std::optional<double> high{};
};
BOOST_DESCRIBE_STRUCT(compared_side, (), (n, median, low, high))

/// A measurement of both sides, or of one of them.
struct comparison_row {
  std::string_view kind{};          ///< command, region, timer, counter
  std::string command{};            ///< empty: all, in summaries
  std::vector<std::string> path{};  ///< of a region, the outermost first; else one name, or none
  compared_side before{};
  compared_side after{};
  std::optional<double> change{};  ///< of the median: 0.1 is 10 % more than before
  /// Its confidence interval of 95 %, for this row alone: that of the ratios of all pairs of
  /// values, and wider if the change lies outside of it.
  std::optional<double> change_low{};
  std::optional<double> change_high{};
  std::optional<double> p{};            ///< of the rank-sum test; nothing if no claim is possible
  std::optional<double> corrected_p{};  ///< for all rows that were tested
  /// slower, faster, more, fewer: the claims. none: may be chance. same: all values are equal.
  /// too few: values for any claim. new, gone: only on one side.
  std::string_view verdict{};

  // ---- no columns ----

  bool is_fine = false;  ///< some of its times are known to the nanosecond
  sample_key key{};

  bool is_claim() const noexcept;
};
BOOST_DESCRIBE_STRUCT(comparison_row, (),
                      (kind, command, path, before, after, change, change_low, change_high, p,
                       corrected_p, verdict))

/// The processes of one side, or its summaries.
struct compared_runs {
  std::uint64_t ended{};
  std::uint64_t unfinished{};  ///< cut off, so not compared
};
BOOST_DESCRIBE_STRUCT(compared_runs, (), (ended, unfinished))

/// Commands that have one value of a datum, and all that they run.
struct compared_group {
  std::string value{};
  std::uint64_t commands{};
};
BOOST_DESCRIBE_STRUCT(compared_group, (), (value, commands))

/// The sides, if they are the commands of one trace with different values of a datum.
struct compared_groups {
  std::string datum{};  ///< "category/key"
  compared_group before{};
  compared_group after{};
  std::uint64_t values{};  ///< different ones, these two included
  std::uint64_t others{};  ///< commands with other values, which are not compared
};
BOOST_DESCRIBE_STRUCT(compared_groups, (), (datum, before, after, values, others))

/// Two traces compared. Rows come by kind: commands, regions, timers, counters. Of each kind those
/// with claims come first, then those with the largest difference of the medians: seconds and
/// counts have no common order.
struct comparison {
  static constexpr double level = 0.05;  ///< of the corrected p-values that make a claim

  std::string_view test =
      "Mann-Whitney U test, p corrected after Benjamini and Hochberg, level 5 %";
  std::optional<compared_groups> by{};
  compared_runs before{};
  compared_runs after{};
  std::uint64_t tested{};  ///< rows for which the p-values are corrected
  std::uint64_t claims{};
  std::vector<comparison_row> rows{};
  std::optional<compared_samples> samples{};
  std::optional<std::vector<row_functions>> functions{};  ///< those of the largest difference first
  program::left_out left_out{};                           ///< what found no room

  bool is_of_summaries = false;  ///< its sides count summaries, not commands; no member of JSON

  /// True if some row has values enough for a claim, equal ones included.
  bool has_comparable() const noexcept;

  /// The claims of more time by more than a share: 0.05 is 5 %.
  std::uint64_t slower_by(double share) const noexcept;
};
BOOST_DESCRIBE_STRUCT(comparison, (),
                      (test, by, before, after, tested, claims, rows, samples, functions,
                       left_out))

}  // namespace trace2::program
