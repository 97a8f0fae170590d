// A trace as Chrome Trace Event JSON, which Perfetto, Firefox Profiler and speedscope open.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/export/json_members.hpp>
#include <trace2/read/event_line.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/reflect.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>

namespace trace2::inline v0::exporter {

/// One event of that format; absent members do not concern it.
struct chrome_event {
  std::string_view ph{};  ///< what it is, in one letter
  std::string_view name{};
  std::string_view cat{};
  std::int64_t ts{};  ///< microseconds since the second in which the trace begins
  std::optional<std::int64_t> dur{};
  std::uint64_t pid{};
  std::uint64_t tid{};
  std::optional<std::uint64_t> id{};
  std::string_view s{};
  std::string_view bp{};
  std::optional<json_text> args{};
};
BOOST_DESCRIBE_STRUCT(chrome_event, (), (ph, name, cat, ts, dur, pid, tid, id, s, bp, args))

/// Let a tracker follow a trace; when it has finished, call `finish`. Writes events as they come,
/// so that memory is that of what is open.
///
/// Processes, threads and regions are nested slices, children are asynchronous ones, with an arrow
/// to the process that they turn out to be; data, messages and errors are instants, counters are
/// counters. Values that are different each time (messages of regions) are arguments of the end of
/// a slice, because viewers take slices with different arguments for different ones.
class chrome : public read::tracker_visitor {
 public:
  chrome(sink& to, read::label_table& labels) : to_{to}, labels_{labels} {
    to_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
  }

  void process_began(read::traced_process& process, read::traced_process* parent) {
    if (origin_ == none) origin_ = process.last - process.last % 1'000'000;
    process.tag = take_pid(process);
    if (parent != nullptr) draw_arrow(*parent, process);
  }

  void thread_began(read::traced_process& process, read::traced_thread& thread) {
    thread.tag = thread.is_main() ? process.tag : first_made_up_id + thread.number;
    show({.ph = "M",
          .name = "thread_name",
          .pid = process.tag,
          .tid = thread.tag,
          .args = json_members{arguments_}.add("name", thread.name).done()});
  }

  void region_entered(read::traced_process& process, read::traced_thread& thread,
                      read::open_region& region, read::event_line const&) {
    show_region("B", process, thread, region, region.begin, {});
  }

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) {
    json_members arguments{arguments_};
    if (!closed.is_complete()) arguments.add("unfinished", true);
    if (closed.line != nullptr)
      if (auto const* const leave = closed.line->get<event::region_leave>())
        arguments.add_if_any("msg", leave->msg);
    show_region("E", process, thread, closed.region, closed.end,
                arguments.empty() ? std::optional<json_text>{} : arguments.done());
  }

  void child_started(read::moment const& now, read::open_child& child) {
    child.tag = now.thread.tag;
    auto const& event = std::get<event::child_start>(now.line.event);
    child.label = labels_.id_of(event.child_class, read::program_of(event));
    show_child("b", now.process, child, child.begin,
               json_members{arguments_}
                   .add("argv", event.argv)
                   .add_if_any("class", event.child_class)
                   .add_if_any("hook", event.hook_name)
                   .add_if_any("cd", event.cd)
                   .done());
  }

  void child_ended(read::moment const& now, read::open_child const& child) {
    json_members arguments{arguments_};
    if (auto const* const exit = now.line.get<event::child_exit>())
      arguments.add("pid", exit->pid).add("code", exit->code);
    if (auto const* const ready = now.line.get<event::child_ready>())
      arguments.add("pid", ready->pid).add("ready", ready->ready);
    show_child("e", now.process, child, now.at, arguments.done());
  }

  void event(read::moment const& now) {
    std::visit([&](auto const& event) { mark(event, now); }, now.line.event);
  }

  void thread_ended(read::traced_process& process, read::traced_thread& thread) {
    if (thread.is_main()) return;
    show_slice("thread", thread.name, process, thread.tag, thread.begin, thread.last, {});
  }

  void process_ended(read::traced_process& process) {
    for (read::open_child const& child : process.children)
      show_child("e", process, child, process.last,
                 json_members{arguments_}.add("unfinished", true).done());
    std::string const name = process.name();
    show({.ph = "M",
          .name = "process_name",
          .pid = process.tag,
          .tid = process.tag,
          .args = json_members{arguments_}.add("name", name).done()});
    json_members arguments{arguments_};
    arguments.add("sid", process.sid);
    if (process.code >= 0) arguments.add("code", process.code);
    if (process.state == read::process_state::running) arguments.add("unfinished", true);
    show_slice("process", name, process, process.tag, process.begin, process.last,
               arguments.done());
  }

  void finish() { to_.write("]}\n"); }

 private:
  static constexpr std::int64_t none = -1;
  static constexpr std::uint64_t first_made_up_id = std::uint64_t{1} << 23;  // above the system's

  // ---- identities ----

  /// The process id if no other session has it; viewers know processes by nothing else.
  std::uint64_t take_pid(read::traced_process const& process) {
    std::uint32_t const own = process.pid();
    return own != 0 && own < first_made_up_id && pids_.insert(own).second ? own : next_pid_++;
  }

  // ---- events ----

  void show_region(std::string_view ph, read::traced_process const& process,
                   read::traced_thread const& thread, read::open_region const& region,
                   std::int64_t at, std::optional<json_text> arguments) {
    auto const& label = labels_[region.label];
    show({.ph = ph,
          .name = !label.name.empty()       ? label.name
                  : !label.category.empty() ? label.category
                                            : "region",
          .cat = label.category,
          .ts = relative(at),
          .pid = process.tag,
          .tid = thread.tag,
          .args = arguments});
  }

  void show_slice(std::string_view kind, std::string_view name, read::traced_process const& process,
                  std::uint64_t tid, std::int64_t begin, std::int64_t end,
                  std::optional<json_text> arguments) {
    show({.ph = "X",
          .name = name,
          .cat = kind,
          .ts = relative(begin),
          .dur = relative(end) - relative(begin),
          .pid = process.tag,
          .tid = tid,
          .args = arguments});
  }

  void show_child(std::string_view ph, read::traced_process const& process,
                  read::open_child const& child, std::int64_t at, json_text arguments) {
    show({.ph = ph,
          .name = labels_[child.label].name,
          .cat = "child",
          .ts = relative(at),
          .pid = process.tag,
          .tid = child.tag,
          .id = std::uint64_t{process.number} << 20 |
                (static_cast<std::uint32_t>(child.id) & 0xfffff),
          .args = arguments});
  }

  /// From where the parent has started the latest child that no arrow begins at yet.
  void draw_arrow(read::traced_process& parent, read::traced_process const& process) {
    auto const child = std::find_if(parent.children.rbegin(), parent.children.rend(),
                                    [](auto const& open) { return !open.has_session; });
    if (child == parent.children.rend()) return;
    child->has_session = true;
    chrome_event arrow{.ph = "s",
                       .name = "child",
                       .cat = "child",
                       .ts = relative(child->begin),
                       .pid = parent.tag,
                       .tid = child->tag,
                       .id = process.number};
    show(arrow);
    arrow.ph = "f";
    arrow.bp = "e";
    arrow.ts = std::max(arrow.ts, relative(process.begin));
    arrow.pid = arrow.tid = process.tag;
    show(arrow);
  }

  void show_instant(std::string_view name, std::string_view category, read::moment const& now,
                    json_text arguments) {
    show({.ph = "i",
          .name = name,
          .cat = category,
          .ts = relative(now.at),
          .pid = now.process.tag,
          .tid = now.thread.tag,
          .s = "t",
          .args = arguments});
  }

  // What a line says beyond processes, threads, regions and children.

  template <class Event>
  void mark(Event const&, read::moment const&) {}

  void mark(read::unknown_event, read::moment const& now) {
    json_members arguments{arguments_};
    for (auto const& [name, value] : now.line.others) arguments.add(name, json_text{value.text});
    show_instant(now.line.event_name, "event", now, arguments.done());
  }
  void mark(event::data const& event, read::moment const& now) {
    show_instant(event.key, event.category, now,
                 json_members{arguments_}.add("value", event.value).done());
  }
  void mark(event::data_json const& event, read::moment const& now) {
    show_instant(event.key, event.category, now,
                 json_members{arguments_}.add("value", event.value).done());
  }
  void mark(event::error const& event, read::moment const& now) {
    show_instant("error", "error", now, json_members{arguments_}.add("msg", event.msg).done());
  }
  void mark(event::printf const& event, read::moment const& now) {
    show_instant("printf", "message", now, json_members{arguments_}.add("msg", event.msg).done());
  }
  void mark(event::signal const& event, read::moment const& now) {
    show_instant("signal", "error", now, json_members{arguments_}.add("signo", event.signo).done());
  }
  void mark(event::exec const& event, read::moment const& now) {
    show_instant("exec", "process", now, json_members{arguments_}.add("argv", event.argv).done());
  }
  void mark(event::timer const& event, read::moment const& now) {
    show_instant(event.name, event.category, now,
                 json_members{arguments_}
                     .add("intervals", event.intervals)
                     .add("total", event.t_total)
                     .add("min", event.t_min)
                     .add("max", event.t_max)
                     .done());
  }
  void mark(event::counter const& event, read::moment const& now) {
    std::string const name = std::string{event.category}.append("/").append(event.name);
    show({.ph = "C",
          .name = name,
          .cat = event.category,
          .ts = relative(now.at),
          .pid = now.process.tag,
          .tid = now.thread.tag,
          .args = json_members{arguments_}.add("value", event.count).done()});
  }

  /// Small numbers, because viewers read them as floating-point ones.
  std::int64_t relative(std::int64_t at) const noexcept {
    return std::max<std::int64_t>(at - origin_, 0);
  }

  void show(chrome_event const& event) {
    line_.clear();
    if (!is_first_) line_.append(',');
    is_first_ = false;
    detail::append_json(line_, event);
    line_.append('\n');
    to_.write(line_.view());
  }

  sink& to_;
  read::label_table& labels_;
  detail::buffer line_;
  detail::buffer arguments_;
  std::unordered_set<std::uint64_t> pids_;
  std::uint64_t next_pid_ = first_made_up_id;
  std::int64_t origin_ = none;
  bool is_first_ = true;
};

}  // namespace trace2::inline v0::exporter
