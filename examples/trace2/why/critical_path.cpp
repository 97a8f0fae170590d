// Defines what critical_path.hpp, critical_children.hpp, critical_phases.hpp, critical_rows.hpp,
// critical_tasks.hpp, critical_threads.hpp, processes_inside.hpp, time_share.hpp and meanwhile.hpp
// declare.
#include "why/critical_path.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/child_time.hpp"
#include "statistics/stable_sort.hpp"
#include "why/critical_children.hpp"
#include "why/critical_phases.hpp"
#include "why/critical_rows.hpp"
#include "why/critical_tasks.hpp"
#include "why/critical_threads.hpp"
#include "why/meanwhile.hpp"
#include "why/processes_inside.hpp"
#include "why/time_share.hpp"

namespace trace2::program {

// ---- critical_path.hpp ----

void critical_path::clear() {
  rows_.clear();
  stays_.clear();
  followed_.clear();
  visits_.clear();
  straggler_ = {};
}

void critical_path::enter(model_walk::item const& item) {
  if (skipped_ > 0 || !is_followed(item)) {
    ++skipped_;
    return;
  }
  using kinds = model_walk::kind;
  if (item.kind == kinds::process) enter_process(item);
  if (item.kind == kinds::child) {
    children_.push_back({name_of(item), {wait_for(item), item.duration}});
    time_span const* const pooled = waits_.pooled(*item.child);
    bool const is_whole = processes_.empty();
    followed_.push_back({item.child,
                         is_whole ? item.child->begin
                         : pooled ? pooled->begin
                                  : read::moment{},
                         is_whole ? item.child->begin + item.duration
                         : pooled ? pooled->end
                                  : read::moment{}});
  }
  if (item.kind == kinds::region) regions_.push_back(item.region->label);
  if (item.kind == kinds::untraced) add_untraced(item);
}

void critical_path::leave(model_walk::item const& item) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  using kinds = model_walk::kind;
  if (item.kind == kinds::region || item.kind == kinds::main_thread) account(item);
  if (item.kind == kinds::region) regions_.pop_back();
  if (item.kind == kinds::child) children_.pop_back();
  if (item.kind == kinds::process) {
    leave_process(*item.process);
  }
}

bool critical_path::is_followed(model_walk::item const& item) {
  if (item.kind == model_walk::kind::process) {
    if (item.is_cut && !item.is_beside)
      add({.kind = kind::self, .process = item.name, .time = item.total});
    return !item.is_beside && !item.is_cut;
  }
  if (item.kind == model_walk::kind::task || item.kind == model_walk::kind::thread) return false;
  if (item.kind == model_walk::kind::run) {
    add({.kind = kind::task,
         .process = present(),
         .label = item.region->label,
         .time = item.total,
         .count = item.count});
    return false;
  }
  bool const is_child = item.kind == model_walk::kind::child;
  if (!is_child && item.kind != model_walk::kind::wait) return true;
  read::nanoseconds const time = wait_for(item);
  bool const is_most =
      time > read::no_time && (processes_.empty() || waits_.was_mostly_waited_for(*item.child));
  bool const goes_on = time_of(trace_, *item.child).is_outlasted;
  bool const has_told = is_child && (!item.child->sessions.empty() || item.child->has_outlived);
  bool const is_known = has_told && !item.is_parallel && !item.is_cut && !goes_on && is_most;
  if (!is_known && time > read::no_time)
    add({.kind = has_told ? kind::beside : kind::wait,
         .process = present(),
         .name = name_of(item),
         .label = regions_.empty() ? no_label : regions_.back(),
         .time = time,
         .count = 1});
  return is_known;
}

read::nanoseconds critical_path::wait_for(model_walk::item const& item) const noexcept {
  return processes_.empty() ? item.duration : waits_.time_of(*item.child, item.is_at_end);
}

std::string_view critical_path::name_of(model_walk::item const& item) noexcept {
  return item.process != nullptr ? std::string_view{item.process->name} : item.name;
}

std::string_view critical_path::present() const noexcept {
  return processes_.size() < 2 ? std::string_view{} : processes_.back().name;
}

void critical_path::add_untraced(model_walk::item const& item) {
  if (item.total > item.between)
    add({.kind = kind::startup,
         .name = children_.back().name,
         .time = item.total - item.between,
         .count = 1});
  if (item.between <= read::no_time) return;
  bool const is_of_child =
      !children_.empty() && (processes_.empty() || processes_.back().children < children_.size());
  add({.kind = kind::between,
       .name = is_of_child ? children_.back().name : processes_.back().name,
       .time = item.between,
       .count = 1});
}

void critical_path::enter_process(model_walk::item const& item) {
  auto const index = static_cast<node_index>(item.process - trace_.processes.data());
  processes_.push_back({item.name, index, {trace_, *item.process}, children_.size()});
  stays_.push_back({index, present()});
}

void critical_path::leave_process(process_node const& process) {
  critical_threads const& threads = processes_.back().threads;
  if (!threads.has_main()) account_threads(process);
  if (threads.worst_straggler().alone > straggler_.alone) straggler_ = threads.worst_straggler();
  visits_.insert(visits_.end(), threads.visits().begin(), threads.visits().end());
  processes_.pop_back();
}

void critical_path::account(model_walk::item const& item) {
  read::nanoseconds self = item.exclusive;
  region_node const& region = *item.region;
  bool const only_waits = region.kind == region_kind::wait;
  if (only_waits) self -= wait_for_tasks(region, self);
  self -= account_phases(region, critical_phases::which::alone, self);
  bool const may_wait = only_waits || !tasks_.tells_waits(processes_.back().index);
  if (may_wait && item.count == 1 && self > read::no_time)
    self -= wait_for_threads(region.begin, region.begin + region.total, self);
  self -= account_phases(region, critical_phases::which::beside_threads, self);
  bool const is_region = item.kind == model_walk::kind::region;
  if (self > read::no_time || is_region)
    add({.kind = is_region ? kind::region : kind::self,
         .process = present(),
         .label = is_region ? item.region->label : no_label,
         .time = self,
         .count = item.count});
}

read::nanoseconds critical_path::account_phases(region_node const& region,
                                                critical_phases::which wanted,
                                                read::nanoseconds most) {
  auto const index = static_cast<node_index>(&region - trace_.regions.data());
  process_node const& process = trace_.processes[processes_.back().index];
  auto const add_phase = [this](read::label_id label, read::nanoseconds time) {
    add({.kind = kind::phase, .process = present(), .label = label, .time = time, .count = 1});
  };
  return phases_.explain(process, index, wanted, most, add_phase);
}

read::nanoseconds critical_path::wait_for_tasks(region_node const& region, read::nanoseconds most) {
  auto const index = static_cast<node_index>(&region - trace_.regions.data());
  return tasks_.explain(processes_.back().index, index, most, add_task());
}

void critical_path::account_threads(process_node const& process) {
  read::nanoseconds self = process.wall();
  if (self > read::no_time) self -= wait_for_threads(process.begin, process.end, self);
  if (self > read::no_time)
    add({.kind = kind::self, .process = present(), .time = self, .count = 1});
}

read::nanoseconds critical_path::wait_for_threads(read::moment begin, read::moment end,
                                                  read::nanoseconds most) {
  auto const add_thread = [this](std::string_view role, read::label_id label,
                                 read::nanoseconds time, std::uint64_t count) {
    add({.kind = kind::thread,
         .process = present(),
         .name = role,
         .label = label,
         .time = time,
         .count = count});
  };
  auto const follow = [this](read::moment from, read::moment to, read::nanoseconds time) {
    return tasks_.explain_pool(processes_.back().index, from, to, time, add_task());
  };
  return processes_.back().threads.explain(begin, end, most, add_thread, follow);
}

void critical_path::add(row added) {
  for (auto around = children_.rbegin(); around != children_.rend(); ++around)
    added.time = around->share.next(added.time);
  rows_.add(added);
}

// ---- critical_children.hpp ----

critical_children::critical_children(model const& trace) : trace_{trace} {
  divide_all(&child_node::region, &child_node::waited, times_);
  divide_all(&child_node::end_region, &child_node::waited_at_end, times_at_end_);
}

read::nanoseconds critical_children::time_of(child_node const& child,
                                             bool is_at_end) const noexcept {
  std::vector<read::nanoseconds> const& times = is_at_end ? times_at_end_ : times_;
  return times[static_cast<std::size_t>(&child - trace_.children.data())];
}

time_span const* critical_children::pooled(child_node const& child) const noexcept {
  auto const found = pooled_.find(static_cast<std::size_t>(&child - trace_.children.data()));
  return found == pooled_.end() ? nullptr : &found->second;
}

bool critical_children::was_mostly_waited_for(child_node const& child) const noexcept {
  read::nanoseconds const duration = end_of(child) - child.begin;
  read::nanoseconds const margin = duration / 4;
  read::nanoseconds const waited = time_of(child, false) + time_of(child, true);
  return waited >= duration - margin && waited - margin <= duration;
}

void critical_children::divide_all(node_index child_node::*region,
                                   read::nanoseconds child_node::*waited,
                                   std::vector<read::nanoseconds>& times) {
  times.reserve(trace_.children.size());
  for (child_node const& child : trace_.children) times.push_back(child.*waited);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (trace_.children[i].*region != no_node) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    child_node const& left = trace_.children[a];
    child_node const& right = trace_.children[b];
    if (left.*region != right.*region) return left.*region < right.*region;
    if (left.begin != right.begin) return left.begin < right.begin;
    if (end_of(left) != end_of(right)) return end_of(left) > end_of(right);
    return a < b;
  });
  std::vector<time_span> at_once;
  read::moment end{};
  for (std::size_t const index : order) {
    child_node const& child = trace_.children[index];
    bool const is_new = at_once.empty() || child.begin >= end ||
                        child.*region != trace_.children[at_once.front().index].*region;
    if (is_new) {
      divide(at_once, times);
      at_once.clear();
      end = end_of(child);
    }
    at_once.push_back({index, child.begin, end_of(child)});
    end = std::max(end, end_of(child));
  }
  divide(at_once, times);
}

read::moment critical_children::end_of(child_node const& child) const noexcept {
  if (child.duration) return child.begin + *child.duration;
  return std::max(child.begin, trace_.processes[child.process].end);
}

bool critical_children::are_nested(std::vector<time_span> const& by_begin) {
  std::vector<read::moment> ends;
  for (time_span const& one : by_begin) {
    while (!ends.empty() && ends.back() <= one.begin) ends.pop_back();
    if (!ends.empty() && one.end > ends.back()) return false;
    ends.push_back(one.end);
  }
  return true;
}

void critical_children::divide(std::vector<time_span> const& by_begin,
                               std::vector<read::nanoseconds>& times) {
  if (by_begin.size() < 2 || are_nested(by_begin)) return;
  read::nanoseconds wait{};
  read::moment end = by_begin.front().end;
  for (time_span const& one : by_begin) {
    end = std::max(end, one.end);
    wait += times[one.index];
    times[one.index] = read::no_time;
  }
  time_share shares{wait, end - by_begin.front().begin};
  follow_last_ended(by_begin, [&](std::size_t child, read::moment from, read::moment to) {
    times[child] += shares.next(to - from);
    // The way goes back in time.
    pooled_.try_emplace(child, time_span{child, from, to}).first->second.begin = from;
  });
}

// ---- critical_phases.hpp ----

critical_phases::critical_phases(model const& trace) : trace_{trace}, phases_{trace.phases} {
  std::stable_sort(phases_.begin(), phases_.end(), [](phase_span const& a, phase_span const& b) {
    return std::tie(a.region, a.begin) < std::tie(b.region, b.begin);
  });
}

read::nanoseconds critical_phases::explain(process_node const& process, node_index region,
                                           which wanted, read::nanoseconds most,
                                           piece const& add) const {
  auto const first =
      std::lower_bound(phases_.begin(), phases_.end(), region,
                       [](phase_span const& one, node_index at) { return one.region < at; });
  if (first == phases_.end() || first->region != region) return read::no_time;
  std::vector<part> const parts = parts_of(region);
  std::size_t steps = 0;
  read::nanoseconds left = most;
  read::moment covered = first->begin;
  for (auto phase = first;
       phase != phases_.end() && phase->region == region && left > read::no_time; ++phase) {
    if ((steps += parts.size() + process.threads.size()) > most_steps) break;
    read::moment const begin = std::max(phase->begin, covered);
    if (phase->end <= begin) continue;
    covered = phase->end;
    bool const is_alone = !has_threads(process, begin, phase->end);
    if (is_alone != (wanted == which::alone)) continue;
    read::nanoseconds time = phase->end - begin;
    for (part const& other : parts) time -= std::min(time, other.overlap(begin, phase->end));
    time = std::min(time, left);
    if (time <= read::no_time) continue;
    add(phase->label, time);
    left -= time;
  }
  return most - left;
}

bool critical_phases::has_threads(process_node const& process, read::moment begin,
                                  read::moment end) const {
  return std::any_of(process.threads.begin(), process.threads.end(), [&](node_index index) {
    thread_node const& thread = trace_.threads[index];
    return !thread.is_main() && thread.begin < end && thread.end > begin;
  });
}

read::nanoseconds critical_phases::part::overlap(read::moment from,
                                                 read::moment to) const noexcept {
  read::nanoseconds const both = std::min(end, to) - std::max(begin, from);
  return std::clamp(both, read::no_time, std::max(total, read::no_time));
}

std::vector<critical_phases::part> critical_phases::parts_of(node_index region) const {
  std::vector<part> parts;
  region_node const& around = trace_.regions[region];
  read::moment const end = around.count > 1 ? read::moment::max() : around.begin + around.total;
  for (node_index inner = around.first_child; inner != no_node;
       inner = trace_.regions[inner].next) {
    region_node const& node = trace_.regions[inner];
    parts.push_back({node.begin, node.count > 1 ? end : node.begin + node.total, node.total});
  }
  for (child_node const& child : trace_.children) {
    if (child.region == region)
      parts.push_back({child.begin, child.begin + child.waited, child.waited});
    else if (child.end_region == region)
      parts.push_back({child.begin, end, child.waited_at_end});
  }
  return parts;
}

// ---- critical_rows.hpp ----

void critical_rows::add(row const& added) {
  auto const key = std::tuple{added.kind, added.process, added.name, added.label};
  auto const [place, is_new] = rows_.try_emplace(key, added);
  if (is_new) return;
  row& sum = place->second;
  sum.time += added.time;
  sum.count += added.count;
}

namespace {

/// The program of a child that was waited for, by its command line; null for other rows.
std::string_view program_of(critical_rows::row const& of) noexcept {
  using enum critical_rows::kind;
  bool const is_child = of.kind == wait || of.kind == beside;
  return is_child ? of.name.substr(0, of.name.find(' ')) : std::string_view{};
}

}  // namespace

std::vector<critical_rows::row> critical_rows::by_time() const {
  auto const place_of = [](row const& of) {
    return std::tuple{of.kind, of.process, program_of(of), of.label};
  };
  std::map<decltype(place_of(row{})), std::size_t> command_lines;
  for (auto const& [key, each] : rows_) ++command_lines[place_of(each)];
  critical_rows shown;
  for (auto const& [key, each] : rows_) {
    row one = each;
    if (!program_of(one).empty() && command_lines[place_of(one)] > most_command_lines)
      one.name = program_of(one);
    shown.add(one);
  }
  std::vector<row> result;
  for (auto const& [key, each] : shown.rows_) result.push_back(each);
  sort_stably(result, [](row const& a, row const& b) { return a.time > b.time; });
  return result;
}

std::string_view name_of(critical_rows::kind kind) noexcept {
  static constexpr std::string_view names[] = {"self", "region", "thread", "startup",   "between",
                                               "wait", "beside", "task",   "task_wait", "phase"};
  return names[static_cast<unsigned char>(kind)];
}

// ---- critical_tasks.hpp ----

critical_tasks::critical_tasks(model const& trace)
    : all_{trace.task_times}, tells_waits_(trace.processes.size()) {
  stretches_ = all_.stretches;
  std::stable_sort(stretches_.begin(), stretches_.end(), [](auto const& a, auto const& b) {
    return std::tie(a.task, a.begin) < std::tie(b.task, b.begin);
  });
  causes_.assign(all_.tasks.size(), none);
  for (index task = 0; task < all_.tasks.size(); ++task) {
    task_history::task const& one = all_.tasks[task];
    ends_.push_back({one.process, one.end, task});
    causes_[task] = one.parent;
    if (one.parent != none) awaited_.push_back({one.parent, one.end, task});
  }
  for (task_history::link const& link : all_.links) {
    if (link.other == none) continue;
    if (link.kind == read::task_link_kind::waits_for)
      awaited_.push_back({link.task, all_.tasks[link.other].end, link.other});
    if (link.kind == read::task_link_kind::caused_by) causes_[link.task] = link.other;
  }
  for (task_history::stretch const& ran : stretches_)
    ran_.push_back({all_.tasks[ran.task].process, ran.end, ran.task});
  std::sort(ran_.begin(), ran_.end());
  std::sort(ends_.begin(), ends_.end());
  std::sort(awaited_.begin(), awaited_.end());
  for (task_history::wait const& wait : all_.waits) {
    waits_.push_back({wait.region, wait.begin, wait.end});
    tells_waits_[wait.process] = true;
  }
  std::sort(waits_.begin(), waits_.end());
}

critical_tasks::ended const* critical_tasks::last_of(std::vector<ended> const& list,
                                                     std::uint32_t of, read::moment behind,
                                                     read::moment until) {
  auto const next = std::upper_bound(list.begin(), list.end(), ended{of, until, none});
  if (next == list.begin()) return nullptr;
  ended const& last = *(next - 1);
  return last.of == of && last.end > behind ? &last : nullptr;
}

critical_tasks::index critical_tasks::last_ended(std::vector<ended> const& list, std::uint32_t of,
                                                 read::moment behind, read::moment until) {
  ended const* const last = last_of(list, of, behind, until);
  return last == nullptr ? none : last->task;
}

task_history::stretch const* critical_tasks::last_stretch(index task, read::moment at) const {
  auto const next = std::lower_bound(
      stretches_.begin(), stretches_.end(), std::pair{task, at}, [](auto const& a, auto const& b) {
        return std::tie(a.task, a.begin) < std::tie(b.first, b.second);
      });
  if (next == stretches_.begin() || (next - 1)->task != task) return nullptr;
  return &*(next - 1);
}

// ---- critical_threads.hpp ----

critical_threads::critical_threads(model const& trace, process_node const& process)
    : trace_{&trace} {
  for (node_index const thread : process.threads)
    if (trace.threads[thread].is_main())
      has_main_ = true;
    else
      left_.push_back(thread);
  std::sort(left_.begin(), left_.end(),
            [&trace](auto a, auto b) { return trace.threads[a].end < trace.threads[b].end; });
}

bool critical_threads::runs_tasks(thread_node const& thread) const {
  node_index inner = trace_->regions[thread.root].first_child;
  while (inner != no_node && trace_->regions[inner].kind != region_kind::run)
    inner = trace_->regions[inner].next;
  return inner != no_node;
}

void critical_threads::note_straggler(std::vector<node_index> const& by_end) {
  if (by_end.size() < 2) return;
  thread_node const& last = trace_->threads[by_end.back()];
  read::moment const before = trace_->threads[*(by_end.end() - 2)].end;
  read::nanoseconds const alone = last.end - std::max(before, last.begin);
  if (last.begin >= before || alone <= straggler_.alone) return;
  straggler_ = {last.name, by_end.size() - 1, alone};
}

// ---- processes_inside.hpp ----

std::vector<bool> processes_inside(model const& trace, std::vector<node_index> outermost) {
  std::vector<bool> result(trace.processes.size());
  std::vector<node_index> left = std::move(outermost);
  while (!left.empty()) {
    node_index const index = left.back();
    left.pop_back();
    if (result[index]) continue;
    result[index] = true;
    process_node const& process = trace.processes[index];
    left.insert(left.end(), process.strangers.begin(), process.strangers.end());
    for (node_index const child : process.children) {
      auto const& sessions = trace.children[child].sessions;
      left.insert(left.end(), sessions.begin(), sessions.end());
    }
  }
  return result;
}

// ---- time_share.hpp ----

read::nanoseconds time_share::next(read::nanoseconds part) noexcept {
  if (amount_ == whole_) return part;
  seen_ += part;
  read::nanoseconds const due = seen_ >= whole_ ? amount_ : std::max(share_of_seen(), given_);
  return due - std::exchange(given_, due);
}

read::nanoseconds time_share::share_of_seen() const noexcept {
  double const most = static_cast<double>(amount_.count());
  double const due =
      most * (static_cast<double>(seen_.count()) / static_cast<double>(whole_.count()));
  if (due >= most) return amount_;
  return std::min(read::nanoseconds{static_cast<std::int64_t>(due)}, amount_);
}

// ---- meanwhile.hpp ----

namespace {

struct interval {
  read::moment begin{};
  read::moment end{};
};

/// The parts of an interval outside of others.
std::vector<interval> without(interval whole, std::vector<interval> others) {
  std::sort(others.begin(), others.end(),
            [](interval const& a, interval const& b) { return a.begin < b.begin; });
  std::vector<interval> left;
  if (whole.begin >= whole.end) return left;
  for (interval const& one : others) {
    if (one.begin > whole.begin) left.push_back({whole.begin, std::min(one.begin, whole.end)});
    whole.begin = std::max(whole.begin, one.end);
    if (whole.begin >= whole.end) return left;
  }
  if (whole.begin < whole.end) left.push_back(whole);
  return left;
}

/// Disjoint intervals, of which the part inside any other interval is found in logarithmic time.
class stretches {
 public:
  void add(std::vector<interval> const& more) { all_.insert(all_.end(), more.begin(), more.end()); }

  void complete() {
    std::sort(all_.begin(), all_.end(),
              [](interval const& a, interval const& b) { return a.begin < b.begin; });
    read::moment end = read::moment::min();
    for (interval& one : all_) {
      one = {std::max(one.begin, end), std::max(one.end, end)};
      end = one.end;
      before_.push_back(total_);
      total_ += one.end - one.begin;
    }
  }

  read::nanoseconds total() const noexcept { return total_; }

  read::nanoseconds inside(interval of) const { return until(of.end) - until(of.begin); }

 private:
  read::nanoseconds until(read::moment time) const {
    auto const next = std::upper_bound(all_.begin(), all_.end(), time,
                                       [](auto at, auto const& one) { return at < one.begin; });
    if (next == all_.begin()) return read::no_time;
    auto const last = std::prev(next);
    auto const length = std::min(time, last->end) - last->begin;
    return before_[static_cast<std::size_t>(last - all_.begin())] + length;
  }

  std::vector<interval> all_;
  std::vector<read::nanoseconds> before_;
  read::nanoseconds total_{};
};

class search {
 public:
  search(model const& trace, read::label_table const& labels, critical_path const& path,
         child_node const* command)
      : trace_{trace}, labels_{labels} {
    for (critical_path::row const& row : path.rows())
      if (!row.name.empty()) named_.insert({row.process, row.name});
    find_places(path, command);
  }

  std::vector<busy_process> run(critical_path const& path, std::vector<bool> const& is_inside) {
    for (critical_path::stay const& stay : path.stays())
      for (node_index const index : trace_.processes[stay.process].children) {
        child_node const& child = trace_.children[index];
        // The process itself waits for it in rows of its own.
        if (child.sessions.empty() && !child.has_outlived)
          add(name_of(child), {interval_of(child)}, &stay.name);
      }
    for (node_index i = 0; i < trace_.processes.size(); ++i) {
      process_node const& process = trace_.processes[i];
      if (!is_inside[i] || on_path_.count(i) != 0) continue;
      std::vector<interval> waits;
      for (node_index const index : process.children)
        if (!trace_.children[index].sessions.empty())
          waits.push_back(interval_of(trace_.children[index]));
      add(process.name, without({process.begin, process.end}, std::move(waits)), nullptr);
    }
    std::vector<busy_process> result;
    for (auto const& [who, time] : times_) result.push_back({who.first, who.second, time});
    sort_stably(result, [](auto const& a, auto const& b) { return a.time > b.time; });
    return result;
  }

 private:
  static constexpr std::size_t most_places = 10;

  void find_places(critical_path const& path, child_node const* command) {
    std::unordered_map<node_index, std::vector<interval>> left;
    for (auto const& followed : path.followed_children())
      left[followed.child->process].push_back(interval_of(*followed.child));
    std::map<std::string_view, stretches> found;
    for (auto const& [index, name] : path.stays()) {
      process_node const& process = trace_.processes[index];
      on_path_.insert(index);
      found[name].add(without({process.begin, process.end}, std::move(left[index])));
    }
    if (path.stays().empty() && command != nullptr)
      found[std::string_view{}].add({interval_of(*command)});
    for (auto& [name, place] : found) {
      place.complete();
      places_.emplace_back(name, std::move(place));
    }
    sort_stably(places_,
                [](auto const& a, auto const& b) { return a.second.total() > b.second.total(); });
    if (places_.size() > most_places) places_.resize(most_places);
  }

  interval interval_of(child_node const& child) const {
    read::moment const end = trace_.processes[child.process].end;
    if (!child.duration) return {child.begin, std::max(child.begin, end)};
    return {child.begin, child.begin + *child.duration};
  }

  std::string_view name_of(child_node const& child) const {
    return child.command.empty() ? labels_[child.what].name : std::string_view{child.command};
  }

  void add(std::string_view name, std::vector<interval> const& when,
           std::string_view const* apart) {
    for (auto const& [place, stretch] : places_) {
      if ((apart != nullptr && place == *apart) || named_.count({place, name}) != 0) continue;
      read::nanoseconds time{};
      for (interval const& one : when) time += stretch.inside(one);
      if (time <= read::no_time) continue;
      times_[{place, name}] += time;
    }
  }

  using names = std::pair<std::string_view, std::string_view>;

  model const& trace_;
  read::label_table const& labels_;
  std::set<names> named_;
  std::unordered_set<node_index> on_path_;
  std::vector<std::pair<std::string_view, stretches>> places_;
  std::map<names, read::nanoseconds> times_;
};

}  // namespace

std::vector<busy_process> busy_meanwhile(model const& trace, read::label_table const& labels,
                                         critical_path const& path, child_node const* command,
                                         std::vector<bool> const& is_inside) {
  return search{trace, labels, path, command}.run(path, is_inside);
}

}  // namespace trace2::program
