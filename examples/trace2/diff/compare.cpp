// Defines what compare.hpp, comparison.hpp and differences.hpp declare.
#include "diff/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/comparison.hpp"
#include "diff/differences.hpp"
#include "statistics/false_discovery.hpp"
#include "statistics/median_interval.hpp"
#include "statistics/rank_sum.hpp"
#include "statistics/stable_sort.hpp"
#include "walk/region_paths.hpp"

namespace trace2::program {

// ---- compare.hpp ----

comparison comparer::make(std::size_t most_memory) {
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
  sort_stably(result.rows, [](auto const& a, auto const& b) { return order_of(a) < order_of(b); });
  result.left_out.add("rows", without_room).add("values", samples_.left_out());
  return result;
}

compared_runs comparer::runs_of(side of) const noexcept {
  return {samples_.runs(of), samples_.unfinished(of)};
}

comparison_row comparer::row_of(sample_key const& key, sample found) {
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
                     .is_fine = is_time && found.unit < measure::microsecond,
                     .key = key};
  if (before.empty() || after.empty())
    row.verdict = before.empty() ? "new" : "gone";
  else
    compare(row, {before, after, found.unit}, is_rare);
  return row;
}

bool comparer::pad(sample_key const& key, std::array<std::vector<double>, 2>& values) const {
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

void comparer::compare(comparison_row& row, pair_ratios const& ratios, bool is_rare) {
  auto const& before = ratios.before();
  auto const& after = ratios.after();
  row.change = change_of(ratios.of(median_of(before), median_of(after)));
  if (auto const found = intervals_.of(ratios)) {
    row.change_low = std::min(change_of(found->low), *row.change);
    row.change_high = std::max(change_of(found->high), *row.change);
  }
  rank_sum const test{before, after};
  bool const is_single = before.size() == 1 || after.size() == 1;
  if (is_rare || is_single || rank_sum::lowest_p(before.size(), after.size()) > comparison::level) {
    row.verdict = "too few";
  } else if (test.is_constant()) {
    row.verdict = "same";
  } else {
    row.p = test.p(untied_);
    row.verdict = claim_of(row, test.is_more());
  }
}

std::string_view comparer::claim_of(comparison_row const& row, bool is_more) noexcept {
  if (is_more ? *row.change <= 0 : *row.change >= 0) return "none";
  if (row.kind == "counter") return is_more ? "more" : "fewer";
  return is_more ? "slower" : "faster";
}

void comparer::correct(comparison& result) {
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
    result.claims += row.is_claim() ? 1u : 0u;
  }
}

std::size_t comparer::size_of(comparison_row const& row) noexcept {
  std::size_t size = 2 * sizeof row + row.command.size();
  for (std::string const& name : row.path) size += sizeof name + name.size();
  return size;
}

std::string_view comparer::name_of(measured kind) noexcept {
  return kinds[static_cast<std::size_t>(kind)];
}

std::vector<std::string> comparer::path_of(sample_key const& key) const {
  if (key.kind == measured::command) return {};
  if (key.kind == measured::region) return samples_.paths().names(key.what, labels_);
  auto const& label = labels_[key.what];
  return {read::joined_name(label.category, label.name)};
}

compared_side comparer::side_of(std::vector<double> const& sorted, bool is_time) {
  double const unit = is_time ? 1e9 : 1;
  compared_side result{.n = sorted.size()};
  if (!sorted.empty()) result.median = median_of(sorted) / unit;
  if (auto const found = median_interval(sorted)) {
    result.low = found->low / unit;
    result.high = found->high / unit;
  }
  return result;
}

double comparer::change_of(double ratio) noexcept {
  constexpr double precision = 1e9;
  return std::abs(ratio) < 1e6 ? std::round((ratio - 1) * precision) / precision : ratio - 1;
}

comparer::order comparer::order_of(comparison_row const& row) {
  auto const kind = std::find(std::begin(kinds), std::end(kinds), row.kind) - std::begin(kinds);
  double const distance = std::abs(row.after.median.value_or(0) - row.before.median.value_or(0));
  return {kind, !row.is_claim(), -distance, row.command, row.path};
}

// ---- comparison.hpp ----

bool comparison_row::is_claim() const noexcept {
  return verdict == "slower" || verdict == "faster" || verdict == "more" || verdict == "fewer";
}

bool comparison::has_comparable() const noexcept {
  for (comparison_row const& row : rows)
    if (row.p || row.verdict == "same") return true;
  return false;
}

std::uint64_t comparison::slower_by(double share) const noexcept {
  std::uint64_t count = 0;
  for (comparison_row const& row : rows)
    count += row.verdict == "slower" && row.change && *row.change > share ? 1u : 0u;
  return count;
}

// ---- differences.hpp ----

namespace {

using place_of_change = std::pair<std::string_view, std::vector<std::string>>;

double change_of(comparison_row const& row) {
  return row.after.median.value_or(0) - row.before.median.value_or(0);
}

bool is_region(comparison_row const& row) { return row.kind == "region"; }

/// Whether the text tells of a row: what it doesn't tell explains nothing.
bool is_told(comparison_row const& row, bool may_guess) {
  return row.is_claim() || may_guess || row.before.n == 0 || row.after.n == 0;
}

bool is_without_regions(comparison_row const& command, comparison const& all) {
  return std::none_of(all.rows.begin(), all.rows.end(), [&](comparison_row const& row) {
    return is_region(row) && row.command == command.command;
  });
}

/// The sums of the differences of what lies directly inside each region, or command.
std::map<place_of_change, double> differences_inside(comparison const& all, bool may_guess) {
  std::map<place_of_change, double> inside;
  for (comparison_row const& row : all.rows)
    if (is_region(row) && !row.path.empty() && is_told(row, may_guess))
      inside[{row.command, {row.path.begin(), row.path.end() - 1}}] += change_of(row);
  return inside;
}

}  // namespace

std::vector<difference> differences_of(comparison const& all) {
  std::vector<difference> found;
  bool const may_guess = !all.has_comparable();
  if (all.claims == 0 && !may_guess) return found;
  std::map<place_of_change, double> const inside = differences_inside(all, may_guess);
  for (comparison_row const& row : all.rows) {
    if (!is_told(row, may_guess) || row.before.n == 0 || row.after.n == 0) continue;
    if (!is_region(row) && row.kind != "command") continue;
    double const whole = change_of(row);
    auto const known = inside.find({row.command, row.path});
    double const own = whole - (known == inside.end() ? 0 : known->second);
    if (whole == 0 || std::abs(own) < std::abs(whole) / 2) continue;
    // A command without regions is told of as a whole, unless samples tell of its functions.
    bool const is_whole = row.kind == "command" && known == inside.end();
    if (is_whole && !(all.samples && is_without_regions(row, all))) continue;
    found.push_back({&row, row.kind == "command", row.kind == "command" ? own : whole});
  }
  sort_stably(found, [](difference const& a, difference const& b) {
    return std::abs(a.seconds) > std::abs(b.seconds);
  });
  // What is not sure is told only if it is large.
  if (may_guess && !found.empty())
    std::erase_if(found, [least = std::abs(found.front().seconds) / 100](difference const& one) {
      return std::abs(one.seconds) < least;
    });
  return found;
}

}  // namespace trace2::program
