// Defines what sampled_trace.hpp declares.
#include "samples/sampled_trace.hpp"

#include <trace2/read/saturating.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "model/model_builder.hpp"
#include "output/messages.hpp"
#include "samples/sample_file.hpp"

namespace trace2::program {

namespace {

std::uint64_t count_of(samples_by_node const& all) {
  std::uint64_t sum = 0;
  for (auto const& [node, counts] : all)
    for (stack_count const& each : counts) sum += each.count;
  return sum;
}

std::string percent(double share) {
  return std::to_string(static_cast<int>(std::lround(share * 100))) + "%";
}

read::fine_duration bounded_time(std::uint64_t count) {
  return read::fine_duration::nanoseconds(static_cast<std::int64_t>(
      std::min(count, static_cast<std::uint64_t>(read::fine_duration::longest))));
}

void add_waits(std::vector<std::string>& to, row_waits const& of) {
  std::int64_t const longest = std::max(of.total, of.preempted).in_nanoseconds();
  auto const shown = [&](read::fine_duration time) {
    return read::shown_duration(time.in_nanoseconds(), longest);
  };
  std::string first;
  if (of.count != 0) first = shown(of.total) + " in " + counted(of.count, "wait");
  if (of.preemptions != 0)
    first += (first.empty() ? "" : ", ") + shown(of.preempted) + " in " +
             counted(of.preemptions, "preemption");
  to.push_back("waiting: " + first);
  for (waiting_function const& each : of.functions) {
    std::string line = "  " + shown(each.own) + "  " +
                       shown_function({std::string{each.name}, std::string{each.file}});
    if (each.with_callees != each.own) line += ", with callees " + shown(each.with_callees);
    to.push_back(line);
  }
}

}  // namespace

void sampled_trace::join(model_builder& with,
                         std::unordered_map<std::uint32_t, std::uint32_t> ids) {
  join_.emplace(set_);
  join_->know_processes(std::move(ids));
  interval_ = set_.interval();
  auto const [first, last] =
      std::minmax_element(set_.samples.begin(), set_.samples.end(),
                          [](stack_sample const& a, stack_sample const& b) { return a.at < b.at; });
  if (first != set_.samples.end()) {
    first_ = first->at;
    last_ = last->at;
  }
  with.tell(*join_);
}

void sampled_trace::complete() {
  joined_ = join_->complete();
  join_.reset();
}

function_profile sampled_trace::in(std::vector<node_index> const& regions) const {
  return sum_of(joined_.of_region, regions);
}

function_profile sampled_trace::in_other_threads(std::vector<node_index> const& processes) const {
  return sum_of(joined_.of_other_threads, processes);
}

function_profile sampled_trace::sum_of(samples_by_node const& all,
                                       std::vector<node_index> const& nodes) const {
  function_profile sum{set_.stacks};
  for (node_index const node : nodes)
    if (auto const found = all.find(node); found != all.end()) sum.add(found->second);
  return sum;
}

bool sampled_trace::tells_waiting(std::int64_t time) const noexcept {
  constexpr std::int64_t fewest = 20;
  return interval_ > 0 && time / interval_ >= fewest;
}

sample_sums sampled_trace::sums() const {
  bool const has_waits = joined_.total != set_.samples.size();
  return {.event = set_.event,
          .count = joined_.total,
          .before_or_after = count_of(joined_.outside),
          .other_threads = count_of(joined_.of_other_threads),
          .elsewhere = joined_.elsewhere,
          .waits_elsewhere = has_waits ? std::optional{joined_.waits_elsewhere} : std::nullopt,
          .perf_time = set_.perf_time};
}

std::vector<function_row> sampled_trace::rows(function_profile const& of, std::size_t most) const {
  std::vector<function_row> all;
  // Those that have no samples of their own stand behind the others: two have room.
  constexpr std::size_t most_callers = 2;
  std::size_t callers = 0;
  for (function_share const& share : of.shares()) {
    bool const is_small = share.all * 100 < of.samples();
    bool const has_room = share.own != 0 ? all.size() + most_callers < most
                                         : all.size() < most && callers < most_callers;
    sampled_function const& what = function(share.function);
    bool const is_nameless_caller = share.own == 0 && what.name == "[unknown]";
    if (is_small || !has_room || is_nameless_caller) continue;
    callers += share.own == 0 ? 1 : 0;
    all.push_back({what.name, what.file, share.own, share.all});
  }
  return all;
}

std::optional<row_waits> sampled_trace::waits_in(std::vector<node_index> const& regions,
                                                 std::size_t most) const {
  wait_counts counts;
  function_profile times{set_.stacks};
  for (node_index const region : regions) {
    auto const found = joined_.wait_counts_of_region.find(region);
    if (found == joined_.wait_counts_of_region.end()) continue;
    counts.waits += found->second.waits;
    counts.preemptions += found->second.preemptions;
    counts.preempted = read::saturating_add(counts.preempted, found->second.preempted);
    if (auto const stacks = joined_.waits_of_region.find(region);
        stacks != joined_.waits_of_region.end())
      times.add(stacks->second);
  }
  if (counts.waits + counts.preemptions == 0) return {};
  row_waits all{.count = counts.waits,
                .total = bounded_time(times.samples()),
                .preemptions = counts.preemptions,
                .preempted = read::fine_duration::nanoseconds(counts.preempted)};
  for (function_row const& row : rows(times, most))
    all.functions.push_back(
        {row.name, row.file, bounded_time(row.own), bounded_time(row.with_callees)});
  return all;
}

std::vector<std::string> sampled_trace::lines(std::vector<node_index> const& regions,
                                              std::int64_t time, std::size_t most) const {
  std::vector<std::string> all;
  if (function_profile const found = in(regions); found.samples() != 0)
    add_samples(all, found, time, most);
  constexpr std::size_t most_waiting = 4;
  if (auto const waits = waits_in(regions, most_waiting)) add_waits(all, *waits);
  return all;
}

void sampled_trace::add_samples(std::vector<std::string>& to, function_profile const& of,
                                std::int64_t time, std::size_t most) const {
  std::string first = counted(of.samples(), "sample");
  if (tells_waiting(time)) {
    double const busy =
        std::min(1.0, static_cast<double>(of.samples()) * static_cast<double>(interval_) /
                          static_cast<double>(time));
    first += ": " + percent(busy) + " on a processor, " + percent(1 - busy) + " waiting";
  }
  to.push_back(first);
  for (function_row const& row : rows(of, most)) {
    double const whole = static_cast<double>(of.samples());
    std::string const own = percent(static_cast<double>(row.own) / whole);
    std::string const sum = percent(static_cast<double>(row.with_callees) / whole);
    int const margin = static_cast<int>(std::ceil(
        100 * uncertainty_of(std::max(row.own, row.with_callees - row.own), of.samples())));
    std::string line(own.size() < 4 ? 4 - own.size() : 0, ' ');
    line += own + " \u00b1" + std::to_string(margin) + "  " +
            shown_function({std::string{row.name}, std::string{row.file}});
    if (sum != own) line += ", with callees " + sum;
    to.push_back(line);
  }
}

std::vector<std::string> sampled_trace::lines_of_other_threads(
    std::vector<node_index> const& processes, std::size_t most) const {
  std::vector<std::string> all;
  function_profile const found = in_other_threads(processes);
  if (found.samples() == 0) return all;
  add_samples(all, found, 0, most);
  all.front() += " in other threads of the process";
  return all;
}

std::optional<sampled_trace> samples_of(std::string const& path) {
  if (path.empty()) return {};
  auto set = read_samples(path);
  if (!set) return {};
  return std::optional<sampled_trace>{std::in_place, std::move(*set)};
}

std::string sampled_trace::summary() const {
  sample_sums const of = sums();
  std::string text = counted(of.count, "sample");
  if (!of.event.empty()) text += " of " + read::shown_text(of.event);
  if (interval_ > 0) text += ", one in " + read::shown_duration(interval_ / 1'000 * 1'000);
  auto const add = [&](std::uint64_t count, char const* where) {
    if (count != 0) text += "; " + std::to_string(count) + " " + where;
  };
  add(of.before_or_after, "before or after a process traced");
  add(of.other_threads, "in threads that tell no number (TRACE2_THREAD_IDS=1)");
  add(of.elsewhere, "in processes outside of the trace");
  add(of.waits_elsewhere.value_or(0),
      of.waits_elsewhere == 1 ? "wait or preemption in no row" : "waits or preemptions in no row");
  constexpr std::int64_t least = 100'000;  // microseconds: what a person notices
  if (of.perf_time && of.perf_time->in_microseconds() >= least)
    text += "; perf script took " + read::shown_duration(of.perf_time->in_microseconds() * 1'000);
  return text;
}

}  // namespace trace2::program
