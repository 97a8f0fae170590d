// Defines what sample_join.hpp declares.
#include "samples/sample_join.hpp"

#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <limits>

namespace trace2::program {

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

sample_join::open_thread sample_join::follow(std::uint32_t tid, std::int64_t from) const {
  auto const found = runs_.find(tid);
  if (found == runs_.end()) return {};
  auto const at = [this](std::size_t i) {
    return samples_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  auto const first =
      std::lower_bound(at(found->second.begin), at(found->second.end), from,
                       [](stack_sample const& one, std::int64_t moment) { return one.at < moment; });
  return {static_cast<std::size_t>(first - samples_.begin()), found->second.end, {}};
}

void sample_join::charge(open_thread& thread, std::int64_t until) {
  for (; thread.next != thread.end && samples_[thread.next].at < until; ++thread.next) {
    if (thread.now.region == no_node || is_taken_[thread.next]) continue;
    is_taken_[thread.next] = true;
    stack_sample const& one = samples_[thread.next];
    if (one.kind == sample_kind::running) places_[thread.next].region = thread.now.region;
    charge_to(thread.now.region, one, until);
    if (thread.now.task != no_node) charge_to(thread.now.task, one, until);
  }
}

void sample_join::charge_to(node_index node, stack_sample const& one, std::int64_t until) {
  if (one.kind == sample_kind::running) return add(of_region_, node, one.stack);
  // A thread with an event waits no longer.
  std::int64_t const waited = one.is_end_known ? one.waited : std::min(one.waited, until - one.at);
  wait_counts& sums = wait_counts_[node];
  if (one.kind == sample_kind::preempted) {
    ++sums.preemptions;
    sums.preempted = read::saturating_add(sums.preempted, waited);
    return;
  }
  ++sums.waits;
  add(waits_of_region_, node, one.stack, static_cast<std::uint64_t>(waited));
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

}  // namespace trace2::program
