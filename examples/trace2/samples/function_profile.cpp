// Defines what function_profile.hpp declares.
#include "samples/function_profile.hpp"

#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace trace2::program {

namespace {

/// A function, and which of those that it has called got most of its samples, by the vote of Boyer and
/// Moore: who has 95 % of them has at least 90 % of votes, and who has 90 % of votes has as many.
struct tally {
  function_share share{};
  function_id called{};
  std::uint64_t votes{};

  void vote(function_id for_one, std::uint64_t count) noexcept {
    if (for_one == called) {
      votes += count;
    } else if (count <= votes) {
      votes -= count;
    } else {
      called = for_one;
      votes = count - votes;
    }
  }
  bool is_elected() const noexcept { return votes * 10 >= share.all * 9; }
};

/// Whether a function leads from the system to the functions of a program or thread.
bool begins_program(sampled_function const& what) noexcept {
  std::string_view const name = what.name;
  return name == "main" || name == "_start" || name == "start_thread" ||
         name.starts_with("clone") || name.starts_with("__libc_start") ||
         name.starts_with("__clone") || name.starts_with("std::");
}

}  // namespace

void function_profile::add(std::vector<stack_count> const& more) {
  counts_.insert(counts_.end(), more.begin(), more.end());
  for (stack_count const& each : more) samples_ += each.count;
}

std::vector<function_share> function_profile::shares() const {
  stack_id const trunk = this->trunk();
  std::unordered_map<function_id, tally> sums;
  std::vector<function_id> seen;
  for (stack_count const& each : counts_) {
    if (each.stack == stack_table::no_caller) continue;
    sums[stacks_.innermost(each.stack)].share.own += each.count;
    seen.clear();
    function_id called = stacks_.innermost(each.stack);
    for (stack_id at = each.stack; at != stack_table::no_caller; at = stacks_.caller(at)) {
      function_id const function = stacks_.innermost(at);
      // A function that calls itself counts once.
      if (std::find(seen.begin(), seen.end(), function) == seen.end()) {
        seen.push_back(function);
        tally& of = sums[function];
        of.share.all += each.count;
        if (function != called) of.vote(called, each.count);
      }
      called = function;
      if (at == trunk) break;
    }
  }
  std::vector<function_share> all;
  for (auto const& [function, of] : sums) {
    bool const only_leads =
        of.share.own == 0 && of.is_elected() && sums.at(of.called).share.own == 0;
    if (only_leads) continue;
    all.push_back(of.share);
    all.back().function = function;
  }
  std::sort(all.begin(), all.end(), [](function_share const& a, function_share const& b) {
    if (a.own != b.own) return a.own > b.own;
    if (a.all != b.all) return a.all > b.all;
    return a.function < b.function;
  });
  return all;
}

std::vector<function_profile::path> function_profile::paths() const {
  stack_id const trunk = this->trunk();
  std::map<stack_id, std::uint64_t> sums;
  for (stack_count const& each : counts_) sums[each.stack] += each.count;
  std::vector<path> all;
  for (auto const& [stack, samples] : sums) {
    path one{{}, samples};
    for (stack_id at = stack; at != stack_table::no_caller; at = stacks_.caller(at)) {
      one.functions.push_back(stacks_.innermost(at));
      if (at == trunk) break;
    }
    std::reverse(one.functions.begin(), one.functions.end());
    all.push_back(std::move(one));
  }
  return all;
}

stack_id function_profile::trunk() const {
  // Callers have smaller numbers than what they call, so their sums are complete when their turn
  // comes.
  std::priority_queue<std::pair<stack_id, std::uint64_t>> left;
  for (stack_count const& each : counts_) left.emplace(each.stack, each.count);
  constexpr double nearly_all = 0.95;
  double const wanted = nearly_all * static_cast<double>(samples_);
  stack_id stack = stack_table::no_caller;
  std::uint64_t samples = 0;
  for (;;) {
    if (!left.empty() && left.top().first > stack) {
      left.emplace(stack, samples);
      std::tie(stack, samples) = left.top();
      left.pop();
    }
    for (; !left.empty() && left.top().first == stack; left.pop()) samples += left.top().second;
    if (stack == stack_table::no_caller || static_cast<double>(samples) >= wanted)
      return with_callers(stack);
    stack = stacks_.caller(stack);
  }
}

stack_id function_profile::with_callers(stack_id of) const {
  constexpr int most = 2;
  for (int i = 0; i < most && of != stack_table::no_caller; ++i) {
    stack_id const by = stacks_.caller(of);
    if (by == stack_table::no_caller || begins_program(stacks_.function(stacks_.innermost(by))))
      break;
    of = by;
  }
  return of;
}

namespace {

constexpr double z_of_95_percent = 1.96;  // the normal distribution's quantile for 95 %

}  // namespace

double uncertainty_of(std::uint64_t part, std::uint64_t whole) noexcept {
  if (whole == 0) return 1;
  constexpr double z = z_of_95_percent;
  // Wilson's interval, which is right for shares near 0 and 1, too.
  auto const n = static_cast<double>(whole);
  double const share = static_cast<double>(part) / n;
  return z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
}

double uncertainty_of(std::uint64_t count) noexcept {
  // The score interval of Poisson's distribution, which is right for few and none, too.
  constexpr double z = z_of_95_percent;
  return z * std::sqrt(static_cast<double>(count) + z * z / 4);
}

std::string shown_function(sampled_function const& of) {
  std::string text = read::shown_text(of.name);
  if (!of.file.empty()) text += " (" + read::shown_text(of.file) + ")";
  return text;
}

}  // namespace trace2::program
