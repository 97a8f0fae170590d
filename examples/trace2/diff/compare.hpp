// Compares the samples of two sides.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/value/number.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "diff/comparison.hpp"
#include "diff/sample_table.hpp"
#include "statistics/rank_distribution.hpp"
#include "statistics/ratio_interval.hpp"

namespace trace2::program {

/// Makes a comparison of samples.
///
/// A process that lacks a region, timer or counter which others of its command have is a value of
/// 0: it took no time for it, and counted nothing. A thing that a whole side lacks is new or gone.
///
/// A row is tested if its sizes allow a p-value of 5 % at all (4 values on each side do), if more
/// than one process in a hundred has it, and if its values are not all the same. None of these
/// depends on which side a value is from, so that leaving out the others does not make false claims
/// more frequent.
class comparer {
 public:
  comparer(sample_table const& samples, read::label_table const& labels)
      : samples_{samples}, labels_{labels} {}
  comparer(comparer const&) = delete;

  /// Time: n log n, and for small samples that of the exact test. Rows beyond `most_memory`
  /// are left out and counted.
  comparison make(std::size_t most_memory = read::limits::export_memory);

 private:
  compared_runs runs_of(side of) const noexcept;

  comparison_row row_of(sample_key const& key, sample found);

  /// Adds a 0 for each process that lacks what others of its command have. False if it adds none,
  /// because at most one process in `most_per_value` has it: the zeros would be most of the work.
  bool pad(sample_key const& key, std::array<std::vector<double>, 2>& values) const;

  void compare(comparison_row& row, pair_ratios const& ratios, bool is_rare);

  /// Most values and the median may have changed in different directions: that is no claim.
  static std::string_view claim_of(comparison_row const& row, bool is_more) noexcept;

  /// Withdraws the claims that are not sure enough among all of these.
  static void correct(comparison& result);

  // ---- parts of rows ----

  /// The memory of a row, twice for the vector that grows.
  static std::size_t size_of(comparison_row const& row) noexcept;

  static std::string_view name_of(measured kind) noexcept;

  std::vector<std::string> path_of(sample_key const& key) const;

  static compared_side side_of(std::vector<double> const& sorted, bool is_time);

  /// Rounded, because the ratios are found by bisection.
  static double change_of(double ratio) noexcept;

  using order =
      std::tuple<std::ptrdiff_t, bool, double, std::string_view, std::vector<std::string> const&>;

  /// Names make the order of equal traces the same.
  static order order_of(comparison_row const& row);

  static constexpr std::string_view kinds[] = {"command", "region", "timer", "counter"};
  static constexpr std::size_t most_per_value = 100;

  sample_table const& samples_;
  read::label_table const& labels_;
  untied_distributions untied_{};
  ratio_intervals intervals_{untied_};
};

}  // namespace trace2::program
