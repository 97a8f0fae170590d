// Defines what sampled_trace.hpp, sample_join.hpp, function_profile.hpp, stack_table.hpp and
// sample_set.hpp declare.
#include "samples/sampled_trace.hpp"

#include <trace2/read/cut_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "model/model_builder.hpp"
#include "output/messages.hpp"
#include "samples/function_profile.hpp"
#include "samples/sample_file.hpp"
#include "samples/sample_join.hpp"
#include "samples/sample_set.hpp"
#include "samples/stack_table.hpp"

namespace trace2::program {

// ---- sampled_trace.hpp ----

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
  auto const most = static_cast<std::uint64_t>(read::fine_duration::longest.count());
  return read::fine_duration{read::nanoseconds{static_cast<std::int64_t>(std::min(count, most))}};
}

void add_waits(std::vector<std::string>& to, row_waits const& of) {
  read::nanoseconds const longest = std::max(of.total, of.preempted).in_nanoseconds();
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

sampled_trace::sampled_trace(sample_set&& set) : set_{std::move(set)} {}

sampled_trace::~sampled_trace() = default;
sampled_trace::sampled_trace(sampled_trace&&) noexcept = default;

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

bool sampled_trace::tells_waiting(read::nanoseconds time) const noexcept {
  constexpr std::int64_t fewest = 20;
  return interval_ > read::no_time && time / interval_ >= fewest;
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
  // Callers without samples of their own stand behind the others: two have room.
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
    counts.preempted += found->second.preempted;
    if (auto const stacks = joined_.waits_of_region.find(region);
        stacks != joined_.waits_of_region.end())
      times.add(stacks->second);
  }
  if (counts.waits + counts.preemptions == 0) return {};
  row_waits all{.count = counts.waits,
                .total = bounded_time(times.samples()),
                .preemptions = counts.preemptions,
                .preempted = read::fine_duration{counts.preempted}};
  for (function_row const& row : rows(times, most))
    all.functions.push_back(
        {row.name, row.file, bounded_time(row.own), bounded_time(row.with_callees)});
  return all;
}

std::vector<std::string> sampled_trace::lines(std::vector<node_index> const& regions,
                                              read::nanoseconds time, std::size_t most) const {
  std::vector<std::string> all;
  if (function_profile const found = in(regions); found.samples() != 0)
    add_samples(all, found, time, most);
  constexpr std::size_t most_waiting = 4;
  if (auto const waits = waits_in(regions, most_waiting)) add_waits(all, *waits);
  return all;
}

void sampled_trace::add_samples(std::vector<std::string>& to, function_profile const& of,
                                read::nanoseconds time, std::size_t most) const {
  std::string first = counted(of.samples(), "sample");
  if (tells_waiting(time)) {
    double const busy =
        std::min(1.0, static_cast<double>(of.samples()) * static_cast<double>(interval_.count()) /
                          static_cast<double>(time.count()));
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
  add_samples(all, found, read::no_time, most);
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
  if (interval_ > read::no_time)
    text += ", one in " + read::shown_duration(interval_ - interval_ % read::nanoseconds{1'000});
  auto const add = [&](std::uint64_t count, char const* where) {
    if (count != 0) text += "; " + std::to_string(count) + " " + where;
  };
  add(of.before_or_after, "before or after a process traced");
  add(of.other_threads, "in threads that tell no number (TRACE2_THREAD_IDS=1)");
  add(of.elsewhere, "in processes outside of the trace");
  add(of.waits_elsewhere.value_or(0),
      of.waits_elsewhere == 1 ? "wait or preemption in no row" : "waits or preemptions in no row");
  constexpr read::nanoseconds least{100'000'000};  // what a person notices
  if (of.perf_time)
    if (auto const time = read::fine_duration{*of.perf_time}.in_nanoseconds(); time >= least)
      text += "; perf script took " + read::shown_duration(time);
  return text;
}

// ---- sample_join.hpp ----

sample_join::sample_join(sample_set& of)
    : samples_{of.samples}, is_taken_(of.samples.size()), places_(of.samples.size()) {
  of.sort();
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    auto const [place, is_new] = runs_.try_emplace(samples_[i].tid, run{samples_[i].tid, i, i});
    place->second.end = i + 1;
  }
}

void sample_join::process_began(read::traced_process const& process, node_index node) {
  if (std::uint32_t const pid = id_of(process); pid != 0)
    processes_[pid].push_back({process.begin, node});
}

void sample_join::thread_began(read::traced_process const& process,
                               read::traced_thread const& thread) {
  std::uint32_t const pid = id_of(process);
  if (thread.is_main() && pid != 0) threads_[thread.number] = follow(pid, thread.begin);
}

void sample_join::identified(read::traced_thread const& thread, std::int64_t number) {
  if (number <= 0 || number > std::numeric_limits<std::int32_t>::max()) return;
  threads_.try_emplace(thread.number, follow(static_cast<std::uint32_t>(number), thread.begin));
}

void sample_join::moved(read::traced_thread const& thread, thread_place const& to) {
  auto const found = threads_.find(thread.number);
  if (found == threads_.end()) return;
  charge(found->second, thread.last);
  found->second.now = to;
}

void sample_join::thread_ended(read::traced_thread const& thread) {
  auto const found = threads_.find(thread.number);
  if (found == threads_.end()) return;
  charge(found->second, thread.last);
  threads_.erase(found);
}

joined_samples sample_join::complete() {
  counts others;
  counts outside;
  joined_samples all;
  for (auto& [pid, lives] : processes_)
    std::sort(lives.begin(), lives.end(),
              [](life const& a, life const& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    stack_sample const& one = samples_[i];
    bool const is_running = one.kind == sample_kind::running;
    all.total += is_running ? 1 : 0;
    if (is_taken_[i]) continue;
    if (!is_running) {
      ++all.waits_elsewhere;
      continue;
    }
    std::uint32_t const pid = one.pid != 0 ? one.pid : one.tid;
    auto const found = processes_.find(pid);
    if (found == processes_.end()) {
      ++all.elsewhere;
      continue;
    }
    // A program may replace another one in its process.
    auto const& lives = found->second;
    auto const next = std::find_if(lives.begin(), lives.end(),
                                   [&](life const& each) { return each.begin > one.at; });
    life const& of = next == lives.begin() ? *next : *(next - 1);
    add(one.tid == pid ? outside : others, of.process, one.stack);
    if (one.tid != pid) places_[i].process = of.process;
  }
  all.of_region = by_node(of_region_);
  all.waits_of_region = by_node(waits_of_region_);
  all.wait_counts_of_region = std::move(wait_counts_);
  all.of_other_threads = by_node(others);
  all.outside = by_node(outside);
  all.places = std::move(places_);
  return all;
}

std::uint32_t sample_join::id_of(read::traced_process const& process) const {
  auto const known = ids_.find(process.number);
  return known == ids_.end() ? process.pid() : known->second;
}

sample_join::open_thread sample_join::follow(std::uint32_t tid, read::moment from) const {
  auto const found = runs_.find(tid);
  if (found == runs_.end()) return {};
  auto const at = [this](std::size_t i) {
    return samples_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  auto const first =
      std::lower_bound(at(found->second.begin), at(found->second.end), from,
                       [](stack_sample const& one, read::moment time) { return one.at < time; });
  return {static_cast<std::size_t>(first - samples_.begin()), found->second.end, {}};
}

void sample_join::charge(open_thread& thread, read::moment until) {
  for (; thread.next != thread.end && samples_[thread.next].at < until; ++thread.next) {
    if (thread.now.region == no_node || is_taken_[thread.next]) continue;
    is_taken_[thread.next] = true;
    stack_sample const& one = samples_[thread.next];
    if (one.kind == sample_kind::running) places_[thread.next].region = thread.now.region;
    charge_to(thread.now.region, one, until);
    if (thread.now.task != no_node) charge_to(thread.now.task, one, until);
  }
}

void sample_join::charge_to(node_index node, stack_sample const& one, read::moment until) {
  if (one.kind == sample_kind::running) return add(of_region_, node, one.stack);
  // A thread with an event waits no longer.
  read::nanoseconds const waited =
      one.is_end_known ? one.waited : std::min(one.waited, until - one.at);
  wait_counts& sums = wait_counts_[node];
  if (one.kind == sample_kind::preempted) {
    ++sums.preemptions;
    sums.preempted += waited;
    return;
  }
  ++sums.waits;
  add(waits_of_region_, node, one.stack, static_cast<std::uint64_t>(waited.count()));
}

void sample_join::add(counts& to, node_index node, stack_id stack, std::uint64_t count) {
  to[std::uint64_t{node} << 32 | stack] += count;
}

samples_by_node sample_join::by_node(counts const& of) {
  samples_by_node all;
  for (auto const& [key, count] : of)
    all[static_cast<node_index>(key >> 32)].push_back({static_cast<stack_id>(key), count});
  for (auto& [node, stacks] : all)
    std::sort(stacks.begin(), stacks.end(),
              [](stack_count const& a, stack_count const& b) { return a.stack < b.stack; });
  return all;
}

// ---- function_profile.hpp ----

namespace {

/// A function, and which of those that it has called got most of its samples, by the vote of Boyer
/// and Moore: who has 95 % of them has at least 90 % of votes, and who has 90 % of votes has as
/// many.
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

/// True if a function leads from the system to the functions of a program or thread.
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

// ---- stack_table.hpp ----

function_id stack_table::function(std::string_view name, std::string_view file) {
  name = read::cut_text(name, longest);
  file = read::cut_text(file, longest_file);
  key_.assign(name).append(1, '\0').append(file);
  if (auto const known = known_functions_.find(std::string_view{key_});
      known != known_functions_.end())
    return known->second;
  if (functions_.size() >= most_.functions) {
    ++left_out_;
    return other;
  }
  auto const added = static_cast<function_id>(functions_.size());
  functions_.push_back({std::string{name}, std::string{file}});
  known_functions_.emplace(key_, added);
  return added;
}

stack_id stack_table::called(stack_id by, function_id what) {
  for (stack_id at = place_of(by, what); at != no_caller; at = stacks_[at].next)
    if (stacks_[at].caller == by && stacks_[at].function == what) return at;
  if (stacks_.size() >= most_.stacks) {
    ++left_out_;
    return by;
  }
  if (stacks_.size() == places_.size()) grow();
  auto const added = static_cast<stack_id>(stacks_.size());
  stack_id& place = place_of(by, what);
  stacks_.push_back({by, what, std::exchange(place, added)});
  return added;
}

stack_id& stack_table::place_of(stack_id caller, function_id function) {
  // The highest bits of the hash are those that collide least.
  std::uint64_t const hash = read::table_hash{}(std::uint64_t{caller} << 32 | function);
  return places_[hash * places_.size() >> 32];
}

void stack_table::grow() {
  places_.assign(2 * places_.size(), no_caller);
  for (stack_id each = 1; each < stacks_.size(); ++each)
    stacks_[each].next =
        std::exchange(place_of(stacks_[each].caller, stacks_[each].function), each);
}

void stack_table::anonymise() {
  std::unordered_map<std::string, std::size_t> files;
  for (std::size_t i = 1; i < functions_.size(); ++i) {
    sampled_function& each = functions_[i];
    // These are perf's and this program's own words.
    if (each.name != "[unknown]" && each.name != "tracing")
      each.name = "function " + std::to_string(i);
    if (!each.file.empty() && !each.file.starts_with("[kernel"))
      each.file =
          "file " + std::to_string(files.try_emplace(each.file, files.size() + 1).first->second);
  }
}

// ---- sample_set.hpp ----

void sample_set::sort() {
  std::stable_sort(samples.begin(), samples.end(), [](auto const& a, auto const& b) {
    return std::tie(a.tid, a.at) < std::tie(b.tid, b.at);
  });
  end_waits();
}

void sample_set::end_waits() {
  auto end = samples.begin();
  for (auto each = samples.begin(); each != samples.end(); ++each) {
    auto const next = each + 1;
    bool const is_latest = next == samples.end() || next->tid != each->tid;
    if (each->kind != sample_kind::running) {
      // Nothing tells the end of a thread's last wait, which is its own end mostly.
      if (each->kind == sample_kind::resumed || is_latest) continue;
      bool const is_of_stack =
          each->kind == sample_kind::switched || each->kind == sample_kind::switched_ready;
      if (is_of_stack &&
          (next->kind == sample_kind::waits || next->kind == sample_kind::preempted)) {
        next->stack = each->stack;
        continue;
      }
      if (each->kind == sample_kind::switched) each->kind = sample_kind::waits;
      if (each->kind == sample_kind::switched_ready) each->kind = sample_kind::preempted;
      each->waited = next->at - each->at;
      each->is_end_known = next->kind == sample_kind::resumed;
      if (each->is_end_known) each->at += each->waited / 2;
    }
    *end++ = *each;
  }
  samples.erase(end, samples.end());
}

read::nanoseconds sample_set::interval() const {
  std::vector<read::nanoseconds> gaps;
  std::uint64_t running = 0;
  stack_sample const* latest = nullptr;
  for (stack_sample const& one : samples) {
    if (one.kind != sample_kind::running) continue;
    ++running;
    if (latest != nullptr && latest->tid == one.tid) gaps.push_back(one.at - latest->at);
    latest = &one;
  }
  bool const is_clock = event.starts_with("cpu-clock") || event.starts_with("task-clock");
  if (is_clock && period_sum != 0 && running != 0)
    return read::nanoseconds{static_cast<std::int64_t>(period_sum / running)};
  constexpr std::size_t fewest = 20;
  if (gaps.size() < fewest) return read::no_time;
  auto const middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle;
}

}  // namespace trace2::program
