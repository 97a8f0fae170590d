// Defines what chrome.hpp, chrome_marks.hpp, chrome_tasks.hpp, chrome_lines.hpp, chrome_output.hpp,
// chrome_schema.hpp, json_members.hpp, child_arrivals.hpp declare.
#include "convert/chrome.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "convert/child_arrivals.hpp"
#include "convert/chrome_lines.hpp"
#include "convert/chrome_marks.hpp"
#include "convert/chrome_output.hpp"
#include "convert/chrome_schema.hpp"
#include "convert/chrome_tasks.hpp"
#include "convert/json_members.hpp"

namespace trace2::program {

// ---- chrome.hpp ----

void chrome::process_began(read::traced_process& process, read::traced_process* parent) {
  out_.begin(process.last);
  process.tag = pids_.take(process.pid());
  show_meta("process_sort_index", process, process.tag,
            json_members{out_.arguments()}.add("sort_index", process.number).done());
  if (parent == nullptr) return;
  if (auto const* const child = arrivals_.began(*parent, process))
    draw_arrow(*parent, *child, {process.number, process.tag, process.begin});
}

void chrome::thread_began(read::traced_process& process, read::traced_thread& thread) {
  thread.tag = thread.is_main() ? process.tag : first_thread_id + thread.number;
  edges_.begin_thread(thread.tag, out_.relative(thread.begin));
  show_meta("thread_name", process, thread.tag,
            json_members{out_.arguments()}.add("name", thread.name).done());
}

void chrome::region_entered(read::traced_process& process, read::traced_thread& thread,
                            read::open_region& region, read::occurrence const&) {
  if (region.is_begun) show_region("B", process, thread, region, region.begin, {});
}

void chrome::region_left(read::traced_process& process, read::traced_thread& thread,
                         read::closed_region const& closed) {
  json_members arguments{out_.arguments()};
  if (!closed.is_complete) arguments.add("unfinished", true);
  arguments.add_if_any("msg", closed.region.message());
  // The measured time is exact; times of day are read later. Inner slices still come first.
  read::moment const end = closed.region.begin + closed.total;
  if (closed.region.is_begun)
    show_region("E", process, thread, closed.region, std::min(end, closed.end),
                arguments.done_if_any());
  else
    show_whole(process, thread, closed, arguments.done_if_any());
}

void chrome::child_started(read::traced_event const& now, read::open_child& child) {
  child.tag = child.number;
  auto const& event = std::get<event::child_start>(now.occurrence.event);
  child.label = out_.labels().id_of(event.child_class, read::program_of(event));
  std::string title = read::title_of(event, most_of_title);
  if (title.empty()) title = out_.labels()[child.label].name;
  running_[child.tag] = {now.process.tag, now.thread.tag, std::move(title)};
  show_child("b", now.process, child, child.begin,
             json_members{out_.arguments()}
                 .add("argv", event.argv)
                 .add_if_any("class", event.child_class)
                 .add_if_any("hook", event.hook_name)
                 .add_if_any("cd", event.cd)
                 .done());
}

void chrome::child_waited(read::traced_thread&, std::uint64_t tag, read::moment since,
                          read::nanoseconds time) {
  show_wait("B", tag, since);
  show_wait("E", tag, since + time);
}

void chrome::child_ended(read::traced_event const& now, read::open_child const& child) {
  json_members arguments{out_.arguments()};
  if (auto const* const exit = now.occurrence.get<event::child_exit>())
    arguments.add("pid", exit->pid)
        .add("code", read::exit_code_of(exit->code, now.occurrence).value_or(-1));
  if (auto const* const ready = now.occurrence.get<event::child_ready>())
    arguments.add("pid", ready->pid).add("ready", ready->ready);
  show_child("e", now.process, child, now.at, arguments.done());
  if (auto const* const exit = now.occurrence.get<event::child_exit>())
    arrivals_.ended(now.process, exit->pid, [&](child_arrivals::arrival const& session) {
      draw_arrow(now.process, child, session);
    });
  running_.erase(child.tag);
}

void chrome::event(read::traced_event const& now) {
  std::optional<chrome_event> made = marks_.of(now);
  if (!made) return;
  made->ts = out_.relative(now.at);
  made->pid = now.process.tag;
  made->tid = now.thread.tag;
  out_.show(*made);
}

void chrome::thread_ended(read::traced_process& process, read::traced_thread& thread) {
  if (thread.is_main()) return;
  show_slice("thread", thread.name, process, thread.tag, thread.begin, thread.last, {});
  edges_.end_thread(thread.tag);
}

void chrome::process_ended(read::traced_process& process) {
  for (read::open_child const& child : process.children) {
    show_child("e", process, child, process.last,
               json_members{out_.arguments()}.add("unfinished", true).done());
    running_.erase(child.tag);
  }
  std::string const name = process.name();
  show_meta("process_name", process, process.tag,
            json_members{out_.arguments()}.add("name", name).done());
  json_members arguments{out_.arguments()};
  if (read::is_failure(process.code)) arguments.add("code", *process.code);
  if (process.state == read::process_state::running) arguments.add("unfinished", true);
  show_slice("process", name, process, process.tag, process.begin, process.last,
             arguments.done_if_any());
  edges_.end_thread(process.tag);
  arrivals_.forget(process);
}

program::left_out chrome::left_out() const {
  return program::left_out{}
      .add("arguments", out_.arguments_left_out())
      .add("lines", out_.lines_left_out())
      .add("arrows", arrivals_.left_out() + arrows_left_out());
}

void chrome::show_meta(std::string_view name, read::traced_process const& process,
                       std::uint64_t tid, json_text arguments) {
  out_.show({.ph = "M", .name = name, .pid = process.tag, .tid = tid, .args = arguments});
}

void chrome::show_region(std::string_view ph, read::traced_process const& process,
                         read::traced_thread const& thread, read::open_region const& region,
                         read::moment at, std::optional<json_text> arguments) {
  end_run(thread.tag);
  out_.show({.ph = ph,
             .name = out_.name_of(region.label),
             .cat = out_.labels()[region.label].category,
             .ts = edges_.next(thread.tag, out_.relative(at)),
             .pid = process.tag,
             .tid = thread.tag,
             .args = arguments});
}

void chrome::show_whole(read::traced_process const& process, read::traced_thread const& thread,
                        read::closed_region const& closed, std::optional<json_text> arguments) {
  end_run(thread.tag);
  read::label_id const label = closed.region.label;
  show_slice(out_.labels()[label].category, out_.name_of(label), process, thread.tag,
             closed.region.begin, closed.end, arguments);
}

void chrome::show_slice(std::string_view kind, std::string_view name,
                        read::traced_process const& process, std::uint64_t tid, read::moment begin,
                        read::moment end, std::optional<json_text> arguments) {
  out_.show({.ph = "X",
             .name = name,
             .cat = kind,
             .ts = out_.relative(begin),
             .dur = edges_.next(tid, out_.relative(end)) - out_.relative(begin),
             .pid = process.tag,
             .tid = tid,
             .args = arguments});
}

void chrome::show_child(std::string_view ph, read::traced_process const& process,
                        read::open_child const& child, read::moment at, json_text arguments) {
  running_child const& place = running_[child.tag];
  out_.show(
      {.ph = ph,
       .name = place.title,
       .cat = "child",
       .ts = out_.relative(at),
       .pid = place.pid,
       .tid = place.tid,
       .id = std::uint64_t{process.number} << 20 | (static_cast<std::uint32_t>(child.id) & 0xfffff),
       .args = arguments});
}

void chrome::show_wait(std::string_view ph, std::uint64_t tag, read::moment at) {
  running_child const& child = running_[tag];
  out_.show({.ph = ph,
             .name = child.title,
             .cat = "child",
             .ts = edges_.next(child.tid, out_.relative(at)),
             .pid = child.pid,
             .tid = child.tid});
}

void chrome::draw_arrow(read::traced_process const& parent, read::open_child const& child,
                        child_arrivals::arrival const& to) {
  chrome_event arrow{.ph = "s",
                     .name = "child",
                     .cat = "child",
                     .ts = out_.relative(child.begin),
                     .pid = parent.tag,
                     .tid = running_[child.tag].tid,
                     .id = to.number};
  out_.show(arrow);
  arrow.ph = "f";
  arrow.bp = "e";
  arrow.ts = std::max(arrow.ts, out_.relative(to.begin));
  arrow.pid = arrow.tid = to.tag;
  out_.show(arrow);
}

// ---- chrome_marks.hpp ----

std::optional<chrome_event> chrome_marks::of(read::traced_event const& now) {
  return std::visit([&](auto const& event) { return mark(event, now); }, now.occurrence.event);
}

chrome_event chrome_marks::instant(std::string_view name, std::string_view category,
                                   json_text arguments) {
  return {.ph = "i", .name = name, .cat = category, .s = "t", .args = arguments};
}

chrome_marks::made chrome_marks::mark(read::other_event const& event,
                                      read::traced_event const& now) {
  json_members arguments{arguments_};
  for (auto const& [name, value] : event.members) arguments.add(name, json_text{value.text});
  return instant(now.occurrence.event_name, "event", arguments.done());
}

chrome_marks::made chrome_marks::mark(event::start const& event, read::traced_event const& now) {
  return instant(
      "start", "process",
      json_members{arguments_}.add("argv", event.argv).add("sid", now.process.sid).done());
}

chrome_marks::made chrome_marks::mark(event::data const& event, read::traced_event const&) {
  return event.value.visit([&](auto value) -> chrome_event {
    if (auto const number = exact_number(value)) return counter(event.category, event.key, *number);
    json_members arguments{arguments_};
    if constexpr (std::is_integral_v<decltype(value)>)
      arguments.add("value", std::to_string(value));
    else
      arguments.add("value", event.value);
    return instant(event.key, event.category, arguments.done());
  });
}

chrome_marks::made chrome_marks::mark(event::data_json const& event, read::traced_event const&) {
  return instant(event.key, event.category,
                 json_members{arguments_}.add("value", event.value).done());
}

chrome_marks::made chrome_marks::mark(event::error const& event, read::traced_event const&) {
  return instant("error", "error", json_members{arguments_}.add("msg", event.msg).done());
}

chrome_marks::made chrome_marks::mark(event::printf const& event, read::traced_event const&) {
  return instant("printf", "message", json_members{arguments_}.add("msg", event.msg).done());
}

chrome_marks::made chrome_marks::mark(event::signal const& event, read::traced_event const&) {
  return instant("signal", "error", json_members{arguments_}.add("signo", event.signo).done());
}

chrome_marks::made chrome_marks::mark(event::exec const& event, read::traced_event const&) {
  return instant("exec", "process", json_members{arguments_}.add("argv", event.argv).done());
}

chrome_marks::made chrome_marks::mark(event::timer const& event, read::traced_event const&) {
  return instant(event.name, event.category,
                 json_members{arguments_}
                     .add("intervals", event.intervals)
                     .add("total", event.t_total)
                     .add("mean", read::mean_of(event.t_total, event.intervals))
                     .add("min", event.t_min)
                     .add("max", event.t_max)
                     .done());
}

chrome_marks::made chrome_marks::mark(event::counter const& event, read::traced_event const&) {
  return counter(event.category, event.name, event.count);
}

// ---- chrome_tasks.hpp ----

void chrome_tasks::task_began(read::traced_event const& now, read::open_task& task) {
  state& added = states_[task.number];
  added.pid = now.process.tag;
  added.tid = now.thread.tag;
  added.latest = {now.thread.tag, out_.relative(task.begin)};
  json_members arguments{out_.arguments()};
  arguments.add("task", task.id);
  if (task.parent != 0) arguments.add("parent", task.parent);
  show("b", now.process.tag, now.thread.tag, task, task.begin, out_.name_of(task.label),
       arguments.add_if_any("msg", task.message()).done());
}

void chrome_tasks::task_ran(read::traced_process& process, read::traced_thread& thread,
                            read::open_task& task, read::moment since, read::nanoseconds time) {
  run& known = runs_[thread.tag];
  if (known.task != task.number) known = {process.tag, task.number, task.label, since, since};
  known.end = since + time;
}

void chrome_tasks::task_paused(read::traced_process&, read::traced_thread& thread,
                               read::open_task&) {
  end_run(thread.tag);
}

void chrome_tasks::task_waited(read::traced_process& process, read::open_task& task,
                               read::moment since, read::nanoseconds time) {
  std::uint64_t const tid = thread_of(task);
  show("b", process.tag, tid, task, since, "waiting", {});
  show("e", process.tag, tid, task, since + time, "waiting", {});
}

void chrome_tasks::task_linked(read::traced_event const& now, read::open_task& task,
                               read::task_event const& link) {
  if (link.kind == read::task_link_kind::caused_by) {
    if (state* const of = find(task.number))
      of->cause = arrow_end{now.thread.tag, out_.relative(now.at)};
  } else if (link.kind == read::task_link_kind::waits_for) {
    read::open_task const* const other = now.process.tasks.find(link.other);
    if (other == nullptr) return;
    if (waiters_.size() < most_waiters)
      waiters_.emplace(other->number, task.number);
    else
      ++arrows_left_out_;
  }
}

void chrome_tasks::task_region_entered(read::traced_event const& now, read::open_task& task,
                                       read::open_region& region) {
  show("b", now.process.tag, thread_of(task), task, region.begin, out_.name_of(region.label),
       json_members{out_.arguments()}.add_if_any("msg", region.message()).done_if_any());
}

void chrome_tasks::task_region_left(read::traced_process& process, read::open_task& task,
                                    read::closed_region const& closed) {
  json_members arguments{out_.arguments()};
  if (!closed.is_complete) arguments.add("unfinished", true);
  show("e", process.tag, thread_of(task), task, closed.end, out_.name_of(closed.region.label),
       arguments.done_if_any());
}

void chrome_tasks::task_ended(read::traced_process& process, read::closed_task const& closed) {
  read::open_task const& task = closed.task;
  json_members arguments{out_.arguments()};
  arguments.add("running", read::fine_duration{closed.running()})
      .add("waiting", read::fine_duration{closed.waiting()});
  if (!closed.is_complete) arguments.add("unfinished", true);
  show("e", process.tag, thread_of(task), task, closed.end, out_.name_of(task.label),
       arguments.done());
  release_waiters(task.number);
  states_.erase(task.number);
}

void chrome_tasks::end_run(std::uint64_t tid) {
  if (runs_.empty()) return;
  auto const found = runs_.find(tid);
  if (found == runs_.end()) return;
  run const& ended = found->second;
  chrome_event slice{.ph = "B",
                     .name = out_.name_of(ended.label),
                     .cat = "task",
                     .ts = edges_.next(tid, out_.relative(ended.begin)),
                     .pid = ended.pid,
                     .tid = tid};
  out_.show(slice);
  state* const of = find(ended.task);
  if (of != nullptr) draw_arrows(*of, {tid, slice.ts});
  slice.ph = "E";
  slice.ts = edges_.next(tid, out_.relative(ended.end));
  out_.show(slice);
  // Within the slice, to which viewers tie the arrow.
  if (of != nullptr) of->latest = arrow_end{tid, {slice.ts.length - read::nanoseconds{1}}};
  runs_.erase(found);
}

chrome_tasks::state* chrome_tasks::find(std::uint64_t task) {
  auto const found = states_.find(task);
  return found == states_.end() ? nullptr : &found->second;
}

void chrome_tasks::show(std::string_view ph, std::uint64_t pid, std::uint64_t tid,
                        read::open_task const& task, read::moment at, std::string_view name,
                        std::optional<json_text> arguments) {
  out_.show({.ph = ph,
             .name = name,
             .cat = "task",
             .ts = out_.relative(at),
             .pid = pid,
             .tid = tid,
             .id = task.number,
             .args = arguments});
}

void chrome_tasks::release_waiters(std::uint64_t ended) {
  if (waiters_.empty()) return;
  state const* const of = find(ended);
  auto const [first, last] = waiters_.equal_range(ended);
  for (auto each = first; each != last; ++each) {
    if (state* const waiter = find(each->second); waiter != nullptr && of != nullptr)
      waiter->released = of->latest;
  }
  waiters_.erase(first, last);
}

void chrome_tasks::draw_arrows(state& of, arrow_end const& to) {
  if (of.latest && of.latest->tid != to.tid) draw_arrow(of, "task", *of.latest, to);
  if (of.released) draw_arrow(of, "waits_for", *of.released, to);
  if (of.cause) draw_arrow(of, "caused_by", *of.cause, to);
  of.released.reset();
  of.cause.reset();
}

void chrome_tasks::draw_arrow(state const& of, std::string_view name, arrow_end const& from,
                              arrow_end const& to) {
  chrome_event arrow{.ph = "s",
                     .name = name,
                     .cat = "task",
                     .ts = from.at,
                     .pid = of.pid,
                     .tid = from.tid,
                     .id = ++arrow_count_};
  out_.show(arrow);
  arrow.ph = "f";
  arrow.bp = "e";
  arrow.ts = std::max(from.at, to.at);
  arrow.tid = to.tid;
  out_.show(arrow);
}

// ---- chrome_lines.hpp ----

chrome_lines::chrome_lines(sink& to) : to_{to, false} {
  to_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
}

void chrome_lines::write(chrome_event const& event) {
  line_.clear();
  if (!is_first_) line_.append(',');
  read::append_json(line_, event);
  line_.append('\n');
  if (line_.failed()) {
    ++left_out_;
    return;
  }
  is_first_ = false;
  to_.write(line_.view());
}

// ---- chrome_output.hpp ----

void chrome_output::begin(read::moment first) noexcept {
  if (origin_ == none) origin_ = first - first.since_epoch() % second - day;
}

chrome_time chrome_output::relative(read::moment at) const noexcept {
  return chrome_time::bounded(at - origin_);
}

std::string_view chrome_output::name_of(read::label_id of) {
  auto const& label = labels_[of];
  name_ = read::joined_name(label.category, label.name, std::move(name_));
  return name_.empty() ? std::string_view{"region"} : name_;
}

void chrome_output::show(chrome_event event) {
  if (event.args && arguments_.failed()) {
    event.args.reset();
    ++arguments_left_out_;
  }
  to_.write(event);
}

}  // namespace trace2::program

namespace trace2::program {

// ---- json_members.hpp ----

json_members& json_members::add_if_any(std::string_view name, std::string_view value) noexcept {
  return value.empty() ? *this : add(name, value);
}

json_text json_members::done() noexcept {
  out_.append(out_.empty() ? std::string_view{"{}"} : "}");
  return {out_.view()};
}

std::optional<json_text> json_members::done_if_any() noexcept {
  return out_.empty() ? std::optional<json_text>{} : done();
}

// ---- child_arrivals.hpp ----

read::open_child const* child_arrivals::began(read::traced_process const& parent,
                                              read::traced_process const& process) {
  if (read::has_replaced(parent.state, parent.pid(), process.pid())) return nullptr;
  if (parent.children.size() == 1) return &parent.children.front();
  if (parent.children.empty() || process.pid() == 0) return nullptr;
  if (waiting_.size() < most_waiting)
    waiting_.emplace(key{parent.number, process.pid()},
                     arrival{process.number, process.tag, process.begin});
  else
    ++left_out_;
  return nullptr;
}

void child_arrivals::forget(read::traced_process const& parent) {
  constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  waiting_.erase(waiting_.lower_bound(key{parent.number, 0}),
                 waiting_.upper_bound(key{parent.number, last}));
}

}  // namespace trace2::program
