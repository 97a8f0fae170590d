// Defines what distribution.hpp, interval_distribution.hpp, median_interval.hpp,
// rank_distribution.hpp, rank_sum.hpp, ratio_interval.hpp, false_discovery.hpp, stable_sort.hpp
// declare.
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "statistics/distribution.hpp"
#include "statistics/false_discovery.hpp"
#include "statistics/interval_distribution.hpp"
#include "statistics/median_interval.hpp"
#include "statistics/rank_distribution.hpp"
#include "statistics/rank_sum.hpp"
#include "statistics/ratio_interval.hpp"
#include "statistics/stable_sort.hpp"

namespace trace2::program {

// ---- distribution.hpp ----

void distribution::add(read::nanoseconds length) {
  length = std::max(length, read::no_time);
  add_roughly(length);
  if (++known_ <= exact_most) return values_.push_back(length);
  if (!values_.empty()) spread();
  ++buckets_[buckets::bucket_of(length.count())];
}

void distribution::add_roughly(read::nanoseconds length) noexcept {
  length = std::max(length, read::no_time);
  if (!is_fine_) is_fine_ = length.count() % 1'000 != 0;
  ++count_;
  sum_ += length;
  min_ = std::min(min_, length);
  max_ = std::max(max_, length);
}

std::size_t distribution::growth() const noexcept {
  if (values_.size() != values_.capacity() || !buckets_.empty()) return 0;
  if (known_ == exact_most) return buckets::count * sizeof(std::uint64_t);
  return std::max<std::size_t>(values_.capacity(), 1) * sizeof(values_[0]);
}

read::nanoseconds distribution::quantile(double share) const {
  if (known_ == 0) return read::no_time;
  double const position = share * static_cast<double>(known_ - 1);
  read::nanoseconds const found = values_.empty() ? approximate(position) : exact(position);
  if (is_fine_) return found;
  read::nanoseconds const whole{(found.count() + 500) / 1'000 * 1'000};
  return std::clamp(whole, min_, max_);
}

void distribution::spread() {
  buckets_.resize(buckets::count);
  for (read::nanoseconds const length : values_) ++buckets_[buckets::bucket_of(length.count())];
  values_ = {};
}

read::nanoseconds distribution::exact(double position) const {
  std::vector<read::nanoseconds> sorted = values_;
  auto const index = static_cast<std::ptrdiff_t>(position);
  auto const at = sorted.begin() + index;
  std::nth_element(sorted.begin(), at, sorted.end());
  double const part = position - static_cast<double>(index);
  if (part == 0) return *at;
  read::nanoseconds const next = *std::min_element(at + 1, sorted.end());
  return *at + read::nanoseconds{std::llround(part * static_cast<double>((next - *at).count()))};
}

read::nanoseconds distribution::approximate(double position) const {
  std::size_t const bucket = buckets::find(static_cast<std::uint64_t>(position),
                                           [this](std::size_t each) { return buckets_[each]; });
  return std::clamp(read::nanoseconds{buckets::middle_of(bucket)}, min_, max_);
}

// ---- interval_distribution.hpp ----

std::optional<interval_report> interval_report::of(std::string_view value) {
  interval_report found;
  if (value.starts_with(R"({"of":"timer","unit":"ns",)"))
    found.is_of_process = true;
  else if (!value.starts_with(R"({"of":"th_timer","unit":"ns",)"))
    return {};
  bool const is_object = read::json_scanner{value}.object([&](read::json_member const& member) {
    if (member.name == "shortest") found.shortest = length(member.value).value_or(read::no_time);
    if (member.name == "longest") found.longest = length(member.value).value_or(read::no_time);
    if (member.name == "values" && member.value.kind == read::json_kind::array)
      found.values = member.value.text;
  });
  return is_object && !found.values.empty() ? std::optional{found} : std::nullopt;
}

void interval_distribution::add(interval_report const& told) {
  if (told.longest < told.shortest) return;
  std::uint64_t const before = count_;
  told.for_each([this](read::nanoseconds length, std::uint64_t count) { add(length, count); });
  if (count_ == before) return;
  shortest_ = std::min(shortest_, std::max(told.shortest, read::no_time));
  longest_ = std::max(longest_, told.longest);
}

std::size_t interval_distribution::growth() const noexcept {
  return values_.capacity() != 0 ? 0 : 2 * buckets::count * sizeof(values_[0]);
}

read::nanoseconds interval_distribution::quantile(double share) const noexcept {
  std::uint64_t left = position_of(share, count_);
  for (auto const& [length, count] : values_) {
    if (left < count) return std::clamp(length, shortest_, longest_);
    left -= count;
  }
  return longest();
}

interval_quantiles interval_distribution::quantiles() const noexcept {
  return {.count = count_,
          .shortest = shortest().count(),
          .median = quantile(0.5).count(),
          .p90 = quantile(0.9).count(),
          .p99 = quantile(0.99).count(),
          .p999 = quantile(0.999).count(),
          .longest = longest().count()};
}

void interval_distribution::add(read::nanoseconds length, std::uint64_t count) {
  // Not more intervals than numbers can count, whatever a trace says.
  count = std::min(count, std::numeric_limits<std::uint64_t>::max() - count_);
  if (count == 0) return;
  count_ += count;
  put(std::max(length, read::no_time), count);
  if (!is_rough_ && values_.size() > exact_most) roughen();
}

void interval_distribution::put(read::nanoseconds length, std::uint64_t count) {
  if (is_rough_) length = read::nanoseconds{buckets::middle_of(buckets::bucket_of(length.count()))};
  auto const at = std::lower_bound(values_.begin(), values_.end(), length,
                                   [](value const& a, read::nanoseconds b) { return a.first < b; });
  if (at != values_.end() && at->first == length)
    at->second += count;
  else
    values_.emplace(at, length, count);
}

void interval_distribution::roughen() {
  is_rough_ = true;
  for (auto const& [length, count] : std::exchange(values_, {})) put(length, count);
}

// ---- median_interval.hpp ----

double median_of(std::vector<double> const& sorted) noexcept {
  if (sorted.empty()) return 0;
  std::size_t const middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

std::optional<std::size_t> outside_of_median(std::size_t size) noexcept {
  constexpr std::size_t exact_most = 1'000;
  constexpr double tail = 0.025;
  if (size > exact_most) {
    constexpr double quantile = 1.959963984540054;
    auto const count = static_cast<double>(size);
    return static_cast<std::size_t>((count - 1 - quantile * std::sqrt(count)) / 2);
  }
  double probability = std::pow(0.5, static_cast<double>(size));
  double sum = 0;
  for (std::size_t heads = 0; heads < size; ++heads) {
    sum += probability;
    if (sum > tail) return heads == 0 ? std::optional<std::size_t>{} : heads - 1;
    probability *= static_cast<double>(size - heads) / static_cast<double>(heads + 1);
  }
  return {};
}

std::optional<interval> median_interval(std::vector<double> const& sorted) noexcept {
  auto const outside = outside_of_median(sorted.size());
  if (!outside) return {};
  return interval{sorted[*outside], sorted[sorted.size() - 1 - *outside]};
}

// ---- rank_distribution.hpp ----

std::vector<double> rank_distribution(std::vector<std::size_t> const& groups, std::size_t first,
                                      std::size_t second, std::size_t most) {
  std::vector<std::vector<double>> ways(second + 1, std::vector<double>(most + 1));
  ways[0][0] = 1;
  std::size_t const step = groups.size() == first + second ? 2 : 1;  // without ties U is whole
  std::size_t seen = 0;
  for (std::size_t const size : groups) {
    for (std::size_t chosen = std::min(second, seen) + 1; chosen-- > 0;) {
      if (seen - chosen > first) break;
      double choices = 1;
      for (std::size_t more = 1; more <= std::min(size, second - chosen); ++more) {
        choices *= static_cast<double>(size - more + 1) / static_cast<double>(more);
        std::size_t const gained = more * (2 * (seen - chosen) + size - more);
        for (std::size_t u = gained; u <= most; u += step)
          ways[chosen + more][u] += choices * ways[chosen][u - gained];
      }
    }
    seen += size;
  }
  double all = 1;
  for (std::size_t i = 1; i <= second; ++i)
    all *= static_cast<double>(first + i) / static_cast<double>(i);
  std::vector<double> sums = std::move(ways[second]);
  double sum = 0;
  for (double& count : sums) count = (sum += count) / all;
  return sums;
}

std::vector<double> const& untied_distributions::of(std::size_t first, std::size_t second) {
  auto const sizes = std::minmax(first, second);  // without ties they can be exchanged
  auto const [known, is_new] = known_.try_emplace(std::pair{sizes.first, sizes.second});
  if (is_new) {
    std::vector<std::size_t> const untied(first + second, 1);
    known->second = rank_distribution(untied, sizes.second, sizes.first, first * second);
  }
  return known->second;
}

// ---- rank_sum.hpp ----

rank_sum::rank_sum(std::vector<double> const& before, std::vector<double> const& after)
    : before_{before.size()}, after_{after.size()} {
  auto smaller = before.begin();
  for (auto at = after.begin(); smaller != before.end() || at != after.end();) {
    double const value = smaller == before.end()                  ? *at
                         : at == after.end() || !(*at < *smaller) ? *smaller
                                                                  : *at;
    auto const before_end = std::upper_bound(smaller, before.end(), value);
    auto const after_end = std::upper_bound(at, after.end(), value);
    auto const equal_before = static_cast<std::size_t>(before_end - smaller);
    auto const equal_after = static_cast<std::size_t>(after_end - at);
    auto const passed = static_cast<std::size_t>(smaller - before.begin());
    doubled_u_ += equal_after * (2 * passed + equal_before);
    groups_.push_back(equal_before + equal_after);
    smaller = before_end;
    at = after_end;
  }
}

double rank_sum::p(untied_distributions& untied) const {
  std::size_t const mean = before_ * after_;  // doubled, as all that follows
  if (before_ == 0 || after_ == 0 || is_constant() || doubled_u_ == mean) return 1;
  std::size_t const most = std::max(before_, after_);
  bool const is_tied = groups_.size() < before_ + after_;
  if (most > (is_tied ? exact_most_tied : exact_most)) return approximate();
  std::size_t const smaller = std::min(doubled_u_, 2 * mean - doubled_u_);
  if (!is_tied) return std::min(2 * untied.of(before_, after_)[smaller], 1.0);
  double const tail = (doubled_u_ < mean ? rank_distribution(groups_, before_, after_, smaller)
                                         : rank_distribution(groups_, after_, before_, smaller))
                          .back();
  return std::min(2 * tail, 1.0);
}

double rank_sum::lowest_p(std::size_t before, std::size_t after) noexcept {
  // 2 / binomial(before + after, after)
  double p = 2;
  for (std::size_t i = 1; i <= after; ++i)
    p *= static_cast<double>(i) / static_cast<double>(before + i);
  return std::min(p, 1.0);
}

std::uint64_t rank_sum::outside(std::size_t before, std::size_t after, double tail,
                                untied_distributions& untied) {
  double const pairs = static_cast<double>(before) * static_cast<double>(after);
  if (std::max(before, after) > exact_most) {
    constexpr double quantile = 1.959963984540054;  // for a tail of 0.025
    double const mean = pairs / 2;
    double const spread =
        std::sqrt(pairs * static_cast<double>(before + after + 1) / 12) * quantile;
    return mean + 0.5 <= spread ? 0 : static_cast<std::uint64_t>(mean + 0.5 - spread);
  }
  std::vector<double> const& probabilities = untied.of(before, after);
  auto const first = std::upper_bound(probabilities.begin(), probabilities.end(), tail);
  if (first == probabilities.end()) return 0;
  return static_cast<std::uint64_t>(first - probabilities.begin()) / 2;
}

double rank_sum::approximate() const noexcept {
  auto const first = static_cast<double>(before_);
  auto const second = static_cast<double>(after_);
  double const all = first + second;
  double ties = 0;
  for (std::size_t const group : groups_) {
    auto const size = static_cast<double>(group);
    ties += size * (size * size - 1);
  }
  double const variance = first * second / 12 * (all + 1 - ties / (all * (all - 1)));
  double const distance = std::abs(static_cast<double>(doubled_u_) - first * second) / 2 - 0.5;
  return std::min(std::erfc(distance / std::sqrt(2 * variance)), 1.0);
}

// ---- ratio_interval.hpp ----

pair_ratios::pair_ratios(std::vector<double> const& before, std::vector<double> const& after,
                         double unit) noexcept
    : before_{before}, after_{after}, least_{unit / 2} {}

double pair_ratios::of(double before, double after) const noexcept {
  return at_least(after) / at_least(before);
}

double pair_ratios::at(std::uint64_t place) const noexcept {
  double low = of(before_.back(), after_.front());
  double high = of(before_.front(), after_.back());
  if (count_up_to(low) > place) return low;
  // The place is above `low` and not above `high`.
  for (int step = 0; step < 2'000; ++step) {
    double const middle = std::sqrt(low) * std::sqrt(high);
    if (!(low < middle && middle < high)) break;
    (count_up_to(middle) > place ? high : low) = middle;
  }
  return high;
}

std::uint64_t pair_ratios::count_up_to(double ratio) const noexcept {
  std::uint64_t total = 0;
  std::size_t reached = 0;
  for (double const value : before_) {
    double const most = at_least(value) * ratio;
    while (reached < after_.size() && at_least(after_[reached]) <= most) ++reached;
    total += reached;
  }
  return total;
}

std::optional<interval> ratio_intervals::of(pair_ratios const& ratios) {
  std::uint64_t const outside =
      rank_sum::outside(ratios.before().size(), ratios.after().size(), tail, untied_);
  if (outside == 0) return {};
  return interval{ratios.at(outside - 1), ratios.at(ratios.count() - outside)};
}

// ---- false_discovery.hpp ----

std::vector<double> corrected(std::vector<double> const& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] > p_values[b]; });
  std::vector<double> result(p_values.size());
  double least = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto const rank = static_cast<double>(order.size() - i);
    least = std::min(least, p_values[order[i]] * static_cast<double>(order.size()) / rank);
    result[order[i]] = least;
  }
  return result;
}

// ---- stable_sort.hpp ----

std::vector<std::size_t> stable_order(std::size_t size, void const* of,
                                      bool (*is_less)(void const* of, std::size_t a,
                                                      std::size_t b)) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return is_less(of, a, b); });
  return order;
}

}  // namespace trace2::program
