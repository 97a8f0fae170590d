// Defines what model_builder.hpp, model_parts.hpp, model_memory.hpp, model_children.hpp,
// model_tasks.hpp, task_history.hpp, phase_sums.hpp, phase_report.hpp, region_messages.hpp declare.
#include "model/model_builder.hpp"

#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory_resource>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/datum_condition.hpp"
#include "model/model.hpp"
#include "model/model_children.hpp"
#include "model/model_memory.hpp"
#include "model/model_parts.hpp"
#include "model/model_relatives.hpp"
#include "model/model_tasks.hpp"
#include "model/phase_report.hpp"
#include "model/phase_sums.hpp"
#include "model/place_listener.hpp"
#include "model/region_messages.hpp"
#include "model/region_tree.hpp"
#include "model/task_history.hpp"
#include "model/task_history_builder.hpp"

namespace trace2::program {

// ---- model_builder.hpp ----

model_builder::model_builder(read::label_table& labels, model_limits const& limits)
    : model_children{labels, limits} {}

model_builder::~model_builder() = default;

void model_builder::process_began(read::traced_process& process, read::traced_process*) {
  ++model_.process_count;
  model_.is_fine = model_.is_fine || process.is_fine;
  if (model_.processes.size() >= limits_.processes || !memory_.take(process.sid.size())) {
    ++model_.missing.processes;
    return;
  }
  process.tag = tag_of(model_.processes.size());
  model_.processes.push_back({.sid = process.sid,
                              .begin = process.begin,
                              .end = process.begin,
                              .has_parents_clock = process.clock.is_set()});
  if (listener_ != nullptr) listener_->process_began(process, index_of(process.tag));
}

void model_builder::thread_began(read::traced_process& process, read::traced_thread& thread) {
  if (read::is_control_thread(thread.name)) return;
  ++model_.thread_count;
  if (process.tag == no_tag || model_.threads.size() >= limits_.threads ||
      !memory_.take(thread.name.size())) {
    ++model_.missing.threads;
    return;
  }
  thread.tag = tag_of(model_.threads.size());
  model_.processes[index_of(process.tag)].threads.push_back(index_of(thread.tag));
  model_.threads.push_back({.name = thread.name,
                            .process = index_of(process.tag),
                            .root = regions_.add_root(thread.begin),
                            .place = place_of(process, thread)});
  if (listener_ != nullptr) listener_->thread_began(process, thread);
}

void model_builder::region_entered(read::traced_process&, read::traced_thread& thread,
                                   read::open_region& region, read::occurrence const& what) {
  node_index const node = place(thread, region);
  if (node == no_node) return;
  // Without a label, the message takes its place.
  auto const* const enter = what.get<event::region_enter>();
  bool const has_label = enter != nullptr && enter->label.data() != nullptr;
  note_message(model_, node, has_label ? region.message() : std::string_view{}, memory_,
               limits_.child_text);
}

void model_builder::region_left(read::traced_process& process, read::traced_thread& thread,
                                read::closed_region const& closed) {
  add_region(closed);
  read::open_region const& region = closed.region;
  if (!region.only_waits || region.tag == no_tag) [[likely]]
    return;
  read::moment const begin = closed.end - closed.whole();
  history_.waited({index_of(process.tag), index_of(region.tag), begin, closed.end});
  note_wait(
      {thread.number, index_of(region.tag), begin, closed.end, closed.whole() - region.inside});
}

bool model_builder::takes_plain(read::plain_event const& what) const noexcept {
  // A number may be that of a thread.
  if (listener_ != nullptr && what.what == read::plain_event::sort::number) return false;
  return what.what != read::plain_event::sort::number || data_sums_.find(what.label_key) != nullptr;
}

void model_builder::plain_region_entered(read::traced_thread& thread, read::open_region& region,
                                         read::plain_event const& what) {
  count_event(thread.last, what.nesting);
  node_index const node = place(thread, region);
  if (node != no_node && model_.regions[node].has_message)
    note_message(model_, node, std::string_view{}, memory_, limits_.child_text);
  tell_place(thread);
}

void model_builder::plain_region_left(read::traced_thread& thread, read::plain_event const& what) {
  count_event(thread.last, what.nesting);
  tell_place(thread);
}

void model_builder::plain_number(read::traced_thread& thread, read::plain_event const& what) {
  count_event(thread.last, what.nesting);
  memory_.add_value(**data_sums_.find(what.label_key), what.wall, what.number);
}

void model_builder::remarked(read::traced_process&, read::remark const& told) {
  model_.remarks.add(told);
}

void model_builder::event(read::traced_event const& now) {
  count_event(now.at, now.occurrence.nesting.value_or(0));
  std::visit([&](auto const& event) { add(event, now); }, now.occurrence.event);
  tell_place(now.thread);
}

void model_builder::thread_ended(read::traced_process&, read::traced_thread& thread) {
  if (listener_ != nullptr) listener_->thread_ended(thread);
  if (thread.tag == no_tag) return;
  end_part(thread, thread.last);
}

void model_builder::process_ended(read::traced_process& process) {
  bool const is_incomplete = process.state == read::process_state::running;
  std::string const name = process.name();
  command_statistics& sums = memory_.entry_of(model_.command_sums, labels_.id_of({}, name));
  memory_.add_value(sums.walls, process.last - process.begin);
  sums.failed += !is_incomplete && read::is_failure(process.code) ? 1U : 0U;
  sums.incomplete += is_incomplete ? 1 : 0;
  for (read::open_child const& child : process.children)
    ++memory_.entry_of(model_.child_sums, child.label).incomplete;
  model_.begin = std::min(model_.begin, process.begin);
  if (process.tag == no_tag) return;
  process_node& node = model_.processes[index_of(process.tag)];
  node.name = memory_.kept(name);
  if (node.detached_from == no_node) node.begin = process.begin;
  node.lasted = process.last - process.begin;
  node.end = process.last;
  node.clock_step = process.latest_step.size;
  node.state = process.state;
  node.code = process.code;
}

model model_builder::complete() {
  complete_tasks();
  tie_relatives(model_);
  return std::move(model_);
}

node_index model_builder::place(read::traced_thread const& thread, read::open_region& region) {
  bool const is_around_all =
      !region.is_begun && thread.regions.size() == 1 && region.begin == thread.first_inside;
  node_index const parent = node_around(thread, thread.regions.size() - 1);
  node_index const node = parent == no_node ? no_node
                          : is_around_all   ? enclose(thread, region)
                                            : regions_.find(region, parent);
  if (node == no_node)
    ++model_.missing.regions;
  else
    region.tag = tag_of(node);
  return node;
}

node_index model_builder::enclose(read::traced_thread const& thread,
                                  read::open_region const& region) {
  node_index& root = model_.threads[index_of(thread.tag)].root;
  node_index const around = regions_.add_root_around(root, region);
  return around == no_node ? no_node : std::exchange(root, around);
}

void model_builder::tell_listener(read::traced_thread const& thread) {
  if (thread.tag != no_tag) listener_->moved(thread, innermost_of(thread));
}

thread_place model_builder::innermost_of(read::traced_thread const& thread) {
  if (thread.task == nullptr) return {.region = node_around(thread, thread.regions.size())};
  return {.region = place_in_run(thread, *thread.task, thread.last), .task = place_on(thread)};
}

void model_builder::count_event(read::moment at, int nesting) noexcept {
  model_.begin = model_.event_count == 0 ? at : std::min(model_.begin, at);
  model_.end = model_.event_count == 0 ? at : std::max(model_.end, at);
  ++model_.event_count;
  model_.deepest = std::max(model_.deepest, nesting);
}

process_node* model_builder::node_of(read::traced_event const& now) noexcept {
  return now.process.tag == no_tag ? nullptr : &model_.processes[index_of(now.process.tag)];
}

void model_builder::add(event::start const& event, read::traced_event const& now) {
  if (auto* const node = node_of(now))
    node->command = memory_.kept(read::shown_command(event.argv, limits_.text));
}

void model_builder::add(event::def_repo const& event, read::traced_event const& now) {
  if (auto* const node = node_of(now); node != nullptr && node->repository.empty())
    memory_.assign(node->repository, event.worktree, limits_.text);
}

void model_builder::add(event::error const& event, read::traced_event const& now) {
  if (auto* const node = node_of(now)) ++node->errors;
  read::label_id const format = labels_.id_of({}, event.fmt.empty() ? event.msg : event.fmt);
  error_statistics& sums = memory_.entry_of(model_.error_sums, format);
  if (++sums.count > 1 && now.at >= sums.first_at) return;
  sums.first_at = now.at;
  memory_.assign(sums.message, event.msg, limits_.text);
  std::string const name = now.process.name();
  memory_.assign(sums.process, name, name.size());
  sums.reporter = now.process.tag == no_tag ? no_node : index_of(now.process.tag);
}

void model_builder::add(event::timer const& event, read::traced_event const& now) {
  timer_statistics& sums = sums_of(event.category, event.name);
  sums.intervals = read::saturating_add(sums.intervals, event.intervals);
  read::fine_duration const total = event.t_total;
  sums.total = read::fine_duration{sums.total.in_nanoseconds() + total.in_nanoseconds()};
  sums.min = std::min(sums.min, read::fine_duration{event.t_min});
  sums.max = std::max(sums.max, read::fine_duration{event.t_max});
  if (now.process.tag == no_tag || model_.process_timers.size() == most_timers) return;
  model_.process_timers.push_back({index_of(now.process.tag),
                                   labels_.id_of(event.category, event.name), event.intervals,
                                   total});
}

void model_builder::add(event::counter const& event, read::traced_event const&) {
  auto& sum = memory_.entry_of(model_.counter_sums, labels_.id_of(event.category, event.name));
  sum = read::saturating_add(sum, event.count);
}

void model_builder::add(event::data const& event, read::traced_event const& now) {
  data_statistics& sums = sums_of(event, now);
  event.value.visit([&](auto value) {
    if constexpr (std::is_same_v<decltype(value), std::int64_t>)
      memory_.add_value(sums, now.at, value);
    else
      memory_.add_value(sums, now.at, text_of(event.value, line_), limits_.text);
  });
  if (listener_ != nullptr && event.category == "trace2" && event.key == "tid") {
    std::string_view const value = text_of(event.value, line_);
    std::int64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    listener_->identified(now.thread, number);
  }
}

void model_builder::add(event::data_json const& event, read::traced_event const& now) {
  if (model_.phase_sums.take(event, labels_, memory_.budget())) return add_phase(event, now);
  if (auto const told = disturbance_sums::of(event.value.text); told && now.thread.tag != no_tag) {
    thread_place const at = innermost_of(now.thread);
    for (node_index const node : {at.region, at.task})
      if (node != no_node) model_.disturbances[node].add(*told);
  }
  if (auto const told = interval_report::of(event.value.text); !told)
    memory_.add_value(sums_of(event, now), now.at, event.value.text, limits_.text);
  else if (told->is_of_process)
    memory_.add_lengths(sums_of(event.category, event.key).lengths, *told);
}

void model_builder::add_phase(event::data_json const& event, read::traced_event const& now) {
  auto const told = phase_report::of(event.value.text);
  node_index const region = node_around(now.thread, now.thread.regions.size());
  if (!told || !told->t_total || region == no_node || model_.phases.size() == most_phases) return;
  read::label_id const label = labels_.id_of(event.category, event.key);
  bool const is_region = model_.regions[region].label == label && !now.thread.regions.empty();
  if (is_region) return;  // the sums of a region, whose time is known
  read::moment const begin = now.at - read::fine_duration{*told->t_total}.in_nanoseconds();
  read::moment const earliest =
      now.thread.regions.empty() ? now.process.begin : now.thread.regions.back().begin;
  model_.phases.push_back({region, label, std::max(begin, earliest), now.at});
}

void model_builder::add(read::other_event const& event, read::traced_event const&) {
  ++memory_.entry_of(model_.other_event_counts, labels_.id_of({}, event.event_name));
}

timer_statistics& model_builder::sums_of(std::string_view category, std::string_view timer) {
  return memory_.entry_of(model_.timer_sums, labels_.id_of(category, timer));
}

// ---- model_parts.hpp ----

model_parts::model_parts(read::label_table& labels, model_limits const& limits)
    : labels_{labels}, limits_{limits}, memory_{labels, limits.memory} {
  reserve(model_.processes, limits.processes);
  reserve(model_.threads, limits.threads);
  reserve(model_.regions, limits.regions);
  reserve(model_.children, limits.children);
}

node_index model_parts::index_of(std::uint64_t tag) noexcept {
  return static_cast<node_index>(tag - 1);
}

std::uint64_t model_parts::tag_of(node_index node, task_history::index history) noexcept {
  return (std::uint64_t{history} + 1) << 32 | std::uint32_t{node + 1};
}

node_index model_parts::node_of(read::open_task const& task) noexcept {
  return static_cast<std::uint32_t>(task.tag) - 1;
}

task_history::index model_parts::history_of(read::open_task const& task) noexcept {
  return static_cast<task_history::index>((task.tag >> 32) - 1);
}

node_index model_parts::node_around(read::traced_thread const& thread,
                                    std::size_t depth) const noexcept {
  if (thread.tag == no_tag) return no_node;
  if (depth == 0) return model_.threads[index_of(thread.tag)].root;
  std::uint64_t const tag = thread.regions[depth - 1].tag;
  return tag == no_tag ? no_node : index_of(tag);
}

node_index model_parts::node_around(read::open_task const& task, std::size_t depth) const noexcept {
  if (node_of(task) == no_node) return no_node;
  if (depth == 0) return model_.tasks[node_of(task)].root;
  std::uint64_t const tag = task.regions[depth - 1].tag;
  return tag == no_tag ? no_node : index_of(tag);
}

node_index model_parts::place_on(read::traced_thread const& thread) const noexcept {
  if (thread.task == nullptr) return node_around(thread, thread.regions.size());
  return node_around(*thread.task, thread.task->regions.size());
}

node_index model_parts::place_of(read::traced_process const& process,
                                 read::traced_thread const& begun) const {
  if (begun.is_main()) return no_node;
  for (std::string_view const name : read::main_thread_names)
    if (auto const main = process.threads.find(name); main != process.threads.end()) {
      node_index const place = place_on(main->second);
      return place != no_node ? place : node_around(main->second, 0);
    }
  return no_node;
}

region_statistics& model_parts::sums_of(read::label_id label) {
  if (label >= region_sums_.size()) region_sums_.resize(label + 1);
  region_statistics*& known = region_sums_[label];
  if (known == nullptr) known = &memory_.entry_of(model_.region_sums, label);
  return *known;
}

void model_parts::add_region(read::closed_region const& closed) {
  read::open_region const& region = closed.region;
  region_statistics& sums = sums_of(region.label);
  memory_.add_value(sums.totals, closed.total);
  sums.self += closed.self();
  sums.incomplete += closed.is_complete ? 0 : 1;
  if (region.tag == no_tag) return;
  region_node& node = model_.regions[index_of(region.tag)];
  ++node.count;
  node.incomplete += closed.is_complete ? 0 : 1;
  node.total += closed.whole();
  node.inside += region.inside;
  if (closed.taken && closed.total > *closed.taken) node.overlapped += closed.total - *closed.taken;
}

// ---- model_memory.hpp ----

void model_memory::add_value(distribution& to, read::nanoseconds length) {
  if (std::size_t const size = to.growth(); size == 0 || budget_.take(size)) [[likely]]
    return to.add(length);
  labels_.overflow();
  to.add_roughly(length);
}

void model_memory::add_value(data_statistics& to, read::moment at, std::string_view value,
                             std::size_t most) {
  if (is_latest(to, at)) {
    assign(to.latest_text, value, most);
    to.latest_number.reset();
  }
  std::int64_t number = 0;
  auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) {
    to.is_number = false;
    count_text(to, value);
  }
  count_value(to, number);
}

void model_memory::add_value(data_statistics& to, read::moment at, std::int64_t value) noexcept {
  if (is_latest(to, at)) to.latest_number = value;
  count_value(to, value);
}

void model_memory::add_lengths(interval_distribution& to, interval_report const& told) {
  if (std::size_t const size = to.growth(); size == 0 || budget_.take(size)) return to.add(told);
  labels_.overflow();
}

std::string model_memory::kept(std::string text) {
  if (budget_.take(text.size())) return text;
  labels_.overflow();
  return {};
}

void model_memory::assign(std::string& to, std::string_view text, std::size_t most) {
  if (text.size() > most) return assign(to, read::cut_text_visibly(text, most), most + ellipsis);
  if (text.size() > to.capacity() && !budget_.take(2 * text.size())) return labels_.overflow();
  to.assign(text);
}

bool model_memory::is_latest(data_statistics& of, read::moment at) noexcept {
  if (at < of.latest_at) return false;
  of.latest_at = at;
  return true;
}

void model_memory::count_value(data_statistics& to, std::int64_t number) noexcept {
  ++to.count;
  if (!to.is_number) return;
  to.sum = read::saturating_add(to.sum, number);
  to.min = std::min(to.min, number);
  to.max = std::max(to.max, number);
}

void model_memory::count_text(data_statistics& to, std::string_view text) {
  for (value_count& known : to.texts)
    if (known.text == text) {
      ++known.count;
      return;
    }
  if (text.size() > data_statistics::longest_text ||
      to.texts.size() == data_statistics::most_texts ||
      !budget_.take(2 * sizeof(value_count) + text.size()))
    return;
  to.texts.push_back({std::string{text}, 1});
}

// ---- model_children.hpp ----

void model_children::child_started(read::traced_event const& now, read::open_child& child) {
  auto const& event = std::get<event::child_start>(now.occurrence.event);
  child.label = labels_.id_of(event.child_class, read::program_of(event));
  node_index const region = place_on(now.thread);
  if (region == no_node || model_.children.size() >= limits_.children) {
    ++model_.missing.children;
    return;
  }
  child.tag = tag_of(model_.children.size());
  model_.processes[index_of(now.process.tag)].children.push_back(index_of(child.tag));
  model_.children.push_back({.process = index_of(now.process.tag),
                             .region = region,
                             .id = child.id,
                             .what = child.label,
                             .command = memory_.kept(read::title_of(event, limits_.child_text)),
                             .begin = child.begin});
}

void model_children::child_ended(read::traced_event const& now, read::open_child const& child) {
  read::nanoseconds const duration =
      now.occurrence.t_rel.value_or(read::fine_duration{now.at - child.begin}).in_nanoseconds();
  auto const* const collected = now.occurrence.get<event::child_exit>();
  auto const* const ready = now.occurrence.get<event::child_ready>();
  child_statistics& sums = memory_.entry_of(model_.child_sums, child.label);
  memory_.add_value(sums.durations, duration);
  read::exit_code const code = collected != nullptr
                                   ? read::exit_code_of(collected->code, now.occurrence)
                                   : read::exit_code{};
  sums.failed += read::is_failure(code) ? 1U : 0U;
  sums.left_alone += ready != nullptr ? 1 : 0;
  if (child.tag == no_tag) return;
  child_node& node = model_.children[index_of(child.tag)];
  // The clock may have been put back.
  if (duration >= read::no_time) node.duration = duration;
  node.pid = collected != nullptr ? collected->pid : ready->pid;
  node.code = code;
  node.is_left_alone = ready != nullptr;
  if (child.thread == &now.thread) add_wait_before(now, node);
}

void model_children::child_waited(read::traced_thread& thread, std::uint64_t tag, read::moment,
                                  read::nanoseconds time) {
  node_index const region = node_around(thread, thread.regions.size());
  if (tag == no_tag || region == no_node) return;
  child_node& node = model_.children[index_of(tag)];
  bool const is_at_end = region != node.region;
  if (is_at_end) node.end_region = region;
  read::nanoseconds& waited = is_at_end ? node.waited_at_end : node.waited;
  waited += time;
}

void model_children::end_part(read::traced_thread const& thread, read::moment end) {
  thread_node& node = model_.threads[index_of(thread.tag)];
  bool const is_rest = model_.processes[node.process].detached_from != no_node;
  if (!is_rest) node.begin = thread.begin;
  node.end = std::max(end, node.begin);
  region_node& root = model_.regions[node.root];
  root.count = 1;
  root.total = node.end - node.begin;
  root.inside = thread.inside - (is_rest ? before_detaching_[node.process] : read::no_time);
}

void model_children::detach(read::traced_event const& now) {
  read::traced_process& process = now.process;
  read::traced_thread& thread = now.thread;
  if (process.tag == no_tag || thread.tag == no_tag ||
      model_.processes.size() >= limits_.processes || model_.threads.size() >= limits_.threads ||
      !memory_.take(process.sid.size() + thread.name.size()))
    return;
  node_index const before = index_of(process.tag);
  if (count_of_parts(before) == most_parts) return;
  read::moment const end = thread.before;
  end_part(thread, end);
  node_index const root_before = model_.threads[index_of(thread.tag)].root;
  process_node rest = model_.processes[before];
  rest.name = process.name();
  rest.threads.clear();
  rest.children.clear();
  rest.detached_from = before;
  rest.begin = end;
  for (read::open_child const& child : process.children)
    rest.begin = std::min(rest.begin, child.begin);
  auto const added = static_cast<node_index>(model_.processes.size());
  node_index const root = regions_.add_root(rest.begin);
  process_node& ended = model_.processes[before];
  ended.name = rest.name;
  if (ended.detached_from == no_node) ended.begin = process.begin;
  ended.end = end;
  ended.state = read::process_state::ended;
  ended.code = process.code;
  ended.detached = added;
  read::nanoseconds inside_before = thread.inside;
  for (read::open_child const& child : process.children) {
    if (child.tag == no_tag) continue;
    child_node& node = model_.children[index_of(child.tag)];
    if (node.region == root_before) {
      inside_before -= node.waited;
      model_.regions[root_before].inside -= node.waited;
    } else {
      node.waited = read::no_time;
    }
    node.process = added;
    node.region = root;
    rest.children.push_back(index_of(child.tag));
  }
  std::erase_if(ended.children,
                [&](node_index child) { return model_.children[child].process == added; });
  before_detaching_[added] = inside_before;
  process.tag = tag_of(added);
  thread.tag = tag_of(model_.threads.size());
  rest.threads.push_back(index_of(thread.tag));
  model_.threads.push_back(
      {.name = thread.name, .process = added, .root = root, .begin = rest.begin});
  model_.processes.push_back(std::move(rest));
}

void model_children::add_wait_before(read::traced_event const& now, child_node& child) {
  if (latest_wait_.thread != now.thread.number || latest_wait_.end != now.thread.before) return;
  ended_wait const wait = std::exchange(latest_wait_, {});
  read::moment const begin = std::max(wait.begin, child.begin);
  read::nanoseconds const time = std::min(wait.self, wait.end - begin);
  if (time <= child.waited_at_end || wait.region == child.region) return;
  if (child.end_region != no_node) model_.regions[child.end_region].inside -= child.waited_at_end;
  child.end_region = wait.region;
  child.waited_at_end = time;
  region_node& around = model_.regions[wait.region];
  around.inside += time;
}

int model_children::count_of_parts(node_index part) const noexcept {
  int count = 1;
  for (; model_.processes[part].detached_from != no_node; ++count)
    part = model_.processes[part].detached_from;
  return count;
}

// ---- model_tasks.hpp ----

void model_tasks::task_began(read::traced_event const& now, read::open_task& task) {
  node_index const node = find(now, task);
  if (node == no_node) ++model_.missing.tasks;
  task_history::index const history =
      now.process.tag == no_tag
          ? task_history::none
          : history_.began(index_of(now.process.tag), task, limits_.child_text);
  task.tag = tag_of(node, history);
}

void model_tasks::task_resumed(read::traced_event const& now, read::open_task& task) {
  if (node_index const node = run_of(now.thread, task, now.at); node != no_node)
    ++model_.regions[node].count;
}

void model_tasks::task_ran(read::traced_process&, read::traced_thread& thread,
                           read::open_task& task, read::moment since, read::nanoseconds time) {
  if (history_of(task) != task_history::none) history_.ran(history_of(task), since, since + time);
  node_index const node = place_in_run(thread, task, since);
  if (node == no_node) {
    ++model_.missing.regions;
    return;
  }
  // Times of inner nodes are added in the end.
  model_.regions[node].total += time;
}

node_index model_tasks::place_in_run(read::traced_thread const& thread, read::open_task const& task,
                                     read::moment at) {
  node_index node = run_of(thread, task, at);
  std::size_t const depth = std::min(task.regions.size(), deepest_in_run);
  for (std::size_t i = 0; i < depth && node != no_node; ++i)
    node = regions_.find(task.regions[i], node);
  return node;
}

void model_tasks::task_waited(read::traced_process&, read::open_task& task, read::moment,
                              read::nanoseconds time) {
  node_index const node = node_around(task, task.regions.size());
  if (node == no_node) return;
  model_.regions[node].waited += time;
}

void model_tasks::task_linked(read::traced_event const&, read::open_task& task,
                              read::task_event const& link) {
  if (history_of(task) != task_history::none) history_.linked(history_of(task), link);
}

void model_tasks::task_region_entered(read::traced_event const&, read::open_task& task,
                                      read::open_region& region) {
  node_index const parent = node_around(task, task.regions.size() - 1);
  node_index const node = parent == no_node ? no_node : regions_.find(region, parent);
  if (node == no_node) {
    ++model_.missing.regions;
    return;
  }
  region.tag = tag_of(node);
  model_.regions[parent].waited -= region.waited;
  model_.regions[node].waited += region.waited;
  note_message(model_, node, region.message(), memory_, limits_.child_text);
}

void model_tasks::task_region_left(read::traced_process&, read::open_task&,
                                   read::closed_region const& closed) {
  add_region(closed);
}

void model_tasks::task_ended(read::traced_process&, read::closed_task const& closed) {
  read::open_task const& task = closed.task;
  task_statistics& sums = memory_.entry_of(model_.task_sums, task.label);
  memory_.add_value(sums.totals, closed.total);
  sums.running += closed.running();
  sums.waiting += closed.waiting();
  sums.incomplete += closed.is_complete ? 0 : 1;
  if (history_of(task) != task_history::none)
    history_.ended(history_of(task), task.label, task.begin, closed.end);
  if (node_of(task) == no_node) return;
  region_node& root = model_.regions[model_.tasks[node_of(task)].root];
  ++root.count;
  root.incomplete += closed.is_complete ? 0 : 1;
  root.total += closed.whole();
  root.inside += task.inside;
}

void model_tasks::task_went_wrong(read::traced_process&, read::task_fault fault) {
  ++model_.task_faults[static_cast<std::size_t>(fault)];
}

void model_tasks::complete_tasks() {
  history_.complete();
  if (has_runs_) add_up_runs();
}

node_index model_tasks::find(read::traced_event const& now, read::open_task const& task) {
  read::open_task const* const parent =
      task.parent == 0 ? nullptr : now.process.tasks.find(task.parent);
  node_index const place =
      parent != nullptr ? node_around(*parent, parent->regions.size()) : place_on(now.thread);
  if (place == no_node) return no_node;
  std::uint64_t const key = std::uint64_t{place} << 32 | task.label;
  if (auto const known = known_.find(key); known != known_.end()) return known->second;
  if (model_.tasks.size() >= limits_.tasks) return no_node;
  auto const added = static_cast<node_index>(model_.tasks.size());
  model_.tasks.push_back({.process = index_of(now.process.tag),
                          .place = place,
                          .root = regions_.add_root(task.begin, task.label)});
  return known_[key] = added;
}

node_index model_tasks::run_of(read::traced_thread const& thread, read::open_task const& task,
                               read::moment at) {
  has_runs_ = true;
  node_index const around = node_around(thread, thread.regions.size());
  return around == no_node ? no_node : regions_.find({task.label, region_kind::run, at}, around);
}

void model_tasks::add_up_runs() {
  std::vector<region_node>& nodes = model_.regions;
  std::vector<bool> is_in_run(nodes.size());
  auto const is_parent_in_run = [&](std::size_t node) {
    return nodes[node].parent != no_node && is_in_run[nodes[node].parent];
  };
  for (std::size_t i = 0; i < nodes.size(); ++i)
    is_in_run[i] = nodes[i].kind == region_kind::run || is_parent_in_run(i);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (!is_parent_in_run(i)) continue;
    region_node& around = nodes[nodes[i].parent];
    around.total += nodes[i].total;
    around.inside += nodes[i].total;
  }
}

// ---- task_history.hpp ----

task_history::index task_history_builder::began(node_index process, read::open_task const& task,
                                                std::size_t longest) {
  std::string_view const kept = read::cut_text(task.message(), longest);
  if (!has_room(to_.tasks.size(), most_tasks)) return task_history::none;
  auto const added = static_cast<task_history::index>(to_.tasks.size());
  to_.tasks.push_back({.process = process,
                       .label = task.label,
                       .parent = find({process, task.parent}),
                       .begin = task.begin,
                       .end = task.begin,
                       .message = std::string{kept}});
  known_[{process, task.id}] = added;
  return added;
}

void task_history_builder::ran(task_history::index task, read::moment begin, read::moment end) {
  if (task >= latest_.size()) latest_.resize(to_.tasks.size(), none);
  std::size_t& latest = latest_[task];
  if (latest != none && to_.stretches[latest].end == begin) {
    to_.stretches[latest].end = end;
  } else if (has_room(to_.stretches.size())) {
    latest = to_.stretches.size();
    to_.stretches.push_back({task, begin, end});
  }
}

void task_history_builder::linked(task_history::index task, read::task_event const& link) {
  if (!has_room(to_.links.size())) return;
  to_.links.push_back({.task = task, .kind = link.kind});
  others_.push_back(link.other);
}

void task_history_builder::ended(task_history::index task, read::label_id label, read::moment begin,
                                 read::moment end) {
  task_history::task& known = to_.tasks[task];
  known.label = label;
  known.begin = begin;
  known.end = std::max(begin, end);
}

void task_history_builder::waited(task_history::wait const& wait) {
  if (has_room(to_.waits.size())) to_.waits.push_back(wait);
}

void task_history_builder::complete() {
  for (std::size_t i = 0; i < others_.size(); ++i)
    to_.links[i].other = find({to_.tasks[to_.links[i].task].process, others_[i]});
}

bool task_history_builder::has_room(std::size_t count, std::size_t most) noexcept {
  to_.left_out += count < most ? 0 : 1;
  return count < most;
}

task_history::index task_history_builder::find(key const& of) const {
  auto const found = known_.find(of);
  return found == known_.end() ? task_history::none : found->second;
}

// ---- phase_sums.hpp ----

std::string phase_name(std::string_view key, phase_report const& told) {
  return std::string{key}.append(told.is_of_thread ? " (of a thread)" : "");
}

bool phase_sums::take(event::data_json const& event, read::label_table& labels,
                      read::memory_budget& memory) {
  auto const told = phase_report::of(event.value.text);
  if (!told) return false;
  read::label_id const phase = labels.id_of(event.category, phase_name(event.key, *told));
  if (told->t_total) add({phase, phase_part::whole, 0}, 1, *told->t_total, labels, memory);
  told->for_each([&](phase_share const& share) {
    read::label_id const what = labels.id_of(share.category, share.name);
    if (share.count)
      add({phase, phase_part::counter, what}, *share.count, {}, labels, memory);
    else
      add({phase, phase_part::timer, what}, *share.intervals, share.t_total.value_or(duration{}),
          labels, memory, share.lengths);
  });
  return true;
}

void phase_sums::add(phase_key const& key, std::uint64_t count, duration total,
                     read::label_table& labels, read::memory_budget& memory,
                     interval_report const& lengths) {
  auto known = sums_.find(key);
  if (known == sums_.end()) {
    if (!memory.take(per_sum)) return labels.overflow();
    known = sums_.try_emplace(key).first;
  }
  known->second.count = read::saturating_add(known->second.count, count);
  known->second.total = duration::microseconds(
      read::saturating_add(known->second.total.in_microseconds(), total.in_microseconds()));
  if (lengths.values.empty()) return;
  if (!memory.take(known->second.lengths.growth())) return labels.overflow();
  known->second.lengths.add(lengths);
}

// ---- phase_report.hpp ----

std::optional<phase_report> phase_report::of(std::string_view value) {
  phase_report found;
  if (value.starts_with(R"({"of":"phase","whose":"thread",)"))
    found.is_of_thread = true;
  else if (!value.starts_with(R"({"of":"phase","whose":"process",)"))
    return {};
  read::json_reader const reader{*std::pmr::null_memory_resource()};
  bool const is_object = read::json_scanner{value}.object([&](read::json_member const& member) {
    if (member.name == "t_total") reader.read(member.value, found.t_total);
    if (member.name == "sums" && member.value.kind == read::json_kind::array)
      found.sums = member.value.text;
  });
  return is_object && !found.sums.empty() ? std::optional{found} : std::nullopt;
}

interval_report phase_report::lengths_in(read::json_value const& share) {
  interval_report found{.shortest = read::nanoseconds::max()};
  read::json_scanner{share.text}.object([&](read::json_member const& member) {
    if (member.name == "values" && member.value.kind == read::json_kind::array)
      found.values = member.value.text;
  });
  found.for_each([&](read::nanoseconds length, std::uint64_t) {
    found.shortest = std::min(found.shortest, length);
    found.longest = std::max(found.longest, length);
  });
  return found;
}

// ---- region_messages.hpp ----

void note_message(model& trace, node_index node, std::string_view whole, model_memory& memory,
                  std::size_t most) {
  region_node& noted = trace.regions[node];
  if (whole.empty() && !noted.has_message) return;
  std::string_view const message = read::cut_text(whole, most);
  constexpr std::size_t per_message = 96;
  if (noted.has_message) {
    std::string& known = trace.messages.find(node)->second;
    if (known != message) known.clear();
  } else if (noted.count == 0 && memory.take(message.size() + per_message)) {
    trace.messages.emplace(node, message);
    noted.has_message = true;
  }
}

}  // namespace trace2::program
