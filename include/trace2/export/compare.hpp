// Compares the samples of two sides.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/comparison.hpp>
#include <trace2/export/false_discovery.hpp>
#include <trace2/export/median_interval.hpp>
#include <trace2/export/rank_distribution.hpp>
#include <trace2/export/rank_sum.hpp>
#include <trace2/export/ratio_interval.hpp>
#include <trace2/export/region_paths.hpp>
#include <trace2/export/sample_table.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Makes a comparison of samples.
///
/// A process that lacks a region, timer or counter which others of its command have is a value of
/// 0: it took no time for it, and counted nothing. What a whole side lacks is new or gone.
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
  comparison make(std::size_t most_memory = read::limits::export_memory) {
    comparison result{.before = runs_of(side::before), .after = runs_of(side::after)};
    read::memory_budget memory{most_memory};
    std::uint64_t without_room = 0;
    for (auto const& [key, found] : samples_.all()) {
      comparison_row row = row_of(key, found);
      if (memory.take(size_of(row)))
        result.rows.push_back(std::move(row));
      else
        ++without_room;
    }
    correct(result);
    std::sort(result.rows.begin(), result.rows.end(),
              [](auto const& a, auto const& b) { return order_of(a) < order_of(b); });
    result.left_out.add("rows", without_room).add("values", samples_.left_out());
    return result;
  }

 private:
  compared_runs runs_of(side of) const noexcept {
    return {samples_.runs(of), samples_.unfinished(of)};
  }

  comparison_row row_of(sample_key const& key, sample found) {
    auto& [before, after] = found.values;
    bool const is_rare = !before.empty() && !after.empty() && !pad(key, found.values);
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    bool const is_time = key.kind != measured::counter;
    comparison_row row{.kind = name_of(key.kind),
                       .command = std::string{labels_[key.command].name},
                       .path = path_of(key),
                       .before = side_of(before, is_time),
                       .after = side_of(after, is_time),
                       .is_fine = is_time && found.unit < measure::microsecond};
    if (before.empty() || after.empty())
      row.verdict = before.empty() ? "new" : "gone";
    else
      compare(row, {before, after, found.unit}, is_rare);
    return row;
  }

  /// Adds a 0 for each process that lacks what others of its command have. False if it adds none,
  /// because at most one process in `most_per_value` has it: the zeros would be most of the work.
  bool pad(sample_key const& key, std::array<std::vector<double>, 2>& values) const {
    // If values were left out, nothing tells which processes lacked them.
    if (key.kind == measured::command || samples_.left_out() != 0) return true;
    auto const command = samples_.all().find({measured::command, key.command, 0});
    std::size_t runs[2];
    for (side const of : {side::before, side::after}) {
      auto const at = static_cast<std::size_t>(of);
      // A summary does not know the commands of its regions; it is one run of all.
      auto const all = command == samples_.all().end() ? static_cast<std::size_t>(samples_.runs(of))
                                                       : command->second.values[at].size();
      runs[at] = std::max(all, values[at].size());
    }
    if ((runs[0] + runs[1]) / most_per_value >= values[0].size() + values[1].size()) return false;
    for (std::size_t at = 0; at < values.size(); ++at) values[at].resize(runs[at]);
    return true;
  }

  void compare(comparison_row& row, pair_ratios const& ratios, bool is_rare) {
    auto const& before = ratios.before();
    auto const& after = ratios.after();
    row.change = change_of(ratios.of(median_of(before), median_of(after)));
    if (auto const found = intervals_.of(ratios)) {
      row.change_low = std::min(change_of(found->low), *row.change);
      row.change_high = std::max(change_of(found->high), *row.change);
    }
    rank_sum const test{before, after};
    bool const is_single = before.size() == 1 || after.size() == 1;
    if (is_rare || is_single ||
        rank_sum::lowest_p(before.size(), after.size()) > comparison::level) {
      row.verdict = "too few";
    } else if (test.is_constant()) {
      row.verdict = "same";
    } else {
      row.p = test.p(untied_);
      row.verdict = claim_of(row, test.is_more());
    }
  }

  /// Most values and the median may have changed in different directions: that is no claim.
  static std::string_view claim_of(comparison_row const& row, bool is_more) noexcept {
    if (is_more ? *row.change <= 0 : *row.change >= 0) return "none";
    if (row.kind == "counter") return is_more ? "more" : "fewer";
    return is_more ? "slower" : "faster";
  }

  /// Withdraws the claims that are not sure enough among so many.
  static void correct(comparison& result) {
    std::vector<double> p_values;
    for (comparison_row const& row : result.rows)
      if (row.p) p_values.push_back(*row.p);
    result.tested = p_values.size();
    std::vector<double> const of_all = corrected(p_values);
    auto next = of_all.begin();
    for (comparison_row& row : result.rows) {
      if (!row.p) continue;
      row.corrected_p = *next++;
      if (*row.corrected_p > comparison::level) row.verdict = "none";
      result.claims += row.is_claim() ? 1 : 0;
    }
  }

  // ---- parts of rows ----

  /// The memory of a row, twice for the vector that grows.
  static std::size_t size_of(comparison_row const& row) noexcept {
    std::size_t size = 2 * sizeof row + row.command.size();
    for (std::string const& name : row.path) size += sizeof name + name.size();
    return size;
  }

  static std::string_view name_of(measured kind) noexcept {
    return kinds[static_cast<std::size_t>(kind)];
  }

  std::vector<std::string> path_of(sample_key const& key) const {
    if (key.kind == measured::command) return {};
    if (key.kind == measured::region) return samples_.paths().names(key.what, labels_);
    auto const& label = labels_[key.what];
    return {read::joined_name(label.category, label.name)};
  }

  static compared_side side_of(std::vector<double> const& sorted, bool is_time) {
    double const unit = is_time ? 1e9 : 1;
    compared_side result{.n = sorted.size()};
    if (!sorted.empty()) result.median = median_of(sorted) / unit;
    if (auto const found = median_interval(sorted)) {
      result.low = found->low / unit;
      result.high = found->high / unit;
    }
    return result;
  }

  /// Rounded, because the ratios are found by bisection.
  static double change_of(double ratio) noexcept {
    constexpr double precision = 1e9;
    return std::abs(ratio) < 1e6 ? std::round((ratio - 1) * precision) / precision : ratio - 1;
  }

  using order =
      std::tuple<std::ptrdiff_t, bool, double, std::string_view, std::vector<std::string> const&>;

  /// Names make the order of equal traces the same.
  static order order_of(comparison_row const& row) {
    auto const kind = std::find(std::begin(kinds), std::end(kinds), row.kind) - std::begin(kinds);
    double const distance = std::abs(row.after.median.value_or(0) - row.before.median.value_or(0));
    return {kind, !row.is_claim(), -distance, row.command, row.path};
  }

  static constexpr std::string_view kinds[] = {"command", "region", "timer", "counter"};
  static constexpr std::size_t most_per_value = 100;

  sample_table const& samples_;
  read::label_table const& labels_;
  untied_distributions untied_{};
  ratio_intervals intervals_{untied_};
};

}}}  // namespace trace2::v0::exporter
