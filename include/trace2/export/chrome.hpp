// Exports a trace as Chrome Trace Event JSON, which Perfetto, Firefox Profiler and speedscope open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/child_arrivals.hpp>
#include <trace2/export/chrome_marks.hpp>
#include <trace2/export/chrome_schema.hpp>
#include <trace2/export/chrome_tasks.hpp>
#include <trace2/export/json_members.hpp>
#include <trace2/export/kept_texts.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A visitor for a tracker; call `finish` after the tracker's `finish`. It writes events as they
/// come. Memory: proportional to the processes, regions and children that are open. A line longer
/// than `limits::output_line` is left out, or its arguments are.
///
/// Processes, threads and regions become nested slices, and so do waits for children: viewers that
/// know nothing but slices have no hole there. Children become asynchronous slices, too, with an
/// arrow to their process. Command lines, data, messages and errors become instants; counters
/// and data that are numbers become counters. Messages of regions are arguments of the end of a
/// slice, because viewers distinguish slices by the arguments of their beginning.
class chrome : public chrome_tasks {
 public:
  chrome(sink& to, read::label_table& labels) : chrome_tasks{to, labels} {}

  void process_began(read::traced_process& process, read::traced_process* parent) {
    out_.begin(process.last);
    process.tag = pids_.take(process.pid());
    show_meta("process_sort_index", process, process.tag,
              json_members{out_.arguments()}.add("sort_index", process.number).done());
    if (parent == nullptr) return;
    if (auto const* const child = arrivals_.began(*parent, process))
      draw_arrow(*parent, *child, {process.number, process.tag, process.begin});
  }

  void thread_began(read::traced_process& process, read::traced_thread& thread) {
    thread.tag = thread.is_main() ? process.tag : first_thread_id + thread.number;
    edges_.begin_thread(thread.tag, out_.relative(thread.begin));
    show_meta("thread_name", process, thread.tag,
              json_members{out_.arguments()}.add("name", thread.name).done());
  }

  void region_entered(read::traced_process& process, read::traced_thread& thread,
                      read::open_region& region, read::occurrence const& what) {
    auto const* const enter = what.get<event::region_enter>();
    std::string_view const message = enter == nullptr ? std::string_view{} : enter->msg;
    json_members arguments{out_.arguments()};
    if (!messages_.keep(region.number, message)) arguments.add("msg", message);
    if (region.is_begun)
      show_region("B", process, thread, region, region.begin, arguments.done_if_any());
  }

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) {
    json_members arguments{out_.arguments()};
    if (!closed.is_complete) arguments.add("unfinished", true);
    arguments.add_if_any("msg", messages_.of(closed.region.number));
    messages_.forget(closed.region.number);
    // The measured time is exact; times of day are read later. Inner slices still come first.
    std::int64_t const end = read::saturating_add(closed.region.begin, closed.total);
    if (closed.region.is_begun)
      show_region("E", process, thread, closed.region, std::min(end, closed.end),
                  arguments.done_if_any());
    else
      show_whole(process, thread, closed, arguments.done_if_any());
  }

  void child_started(read::moment const& now, read::open_child& child) {
    child.tag = child.number;
    auto const& event = std::get<event::child_start>(now.occurrence.event);
    child.label = out_.labels().id_of(event.child_class, read::program_of(event));
    running_[child.tag] = {now.process.tag, now.thread.tag, child.label};
    if (!titles_.keep(child.tag, read::title_of(event, most_of_title))) ++titles_left_out_;
    show_child("b", now.process, child, child.begin,
               json_members{out_.arguments()}
                   .add("argv", event.argv)
                   .add_if_any("class", event.child_class)
                   .add_if_any("hook", event.hook_name)
                   .add_if_any("cd", event.cd)
                   .done());
  }

  void child_waited(read::traced_thread&, std::uint64_t tag, std::int64_t since,
                    std::int64_t time) {
    show_wait("B", tag, since);
    show_wait("E", tag, read::saturating_add(since, time));
  }

  void child_ended(read::moment const& now, read::open_child const& child) {
    json_members arguments{out_.arguments()};
    if (auto const* const exit = now.occurrence.get<event::child_exit>())
      arguments.add("pid", exit->pid).add("code", exit->code);
    if (auto const* const ready = now.occurrence.get<event::child_ready>())
      arguments.add("pid", ready->pid).add("ready", ready->ready);
    show_child("e", now.process, child, now.at, arguments.done());
    if (auto const* const exit = now.occurrence.get<event::child_exit>())
      arrivals_.ended(now.process, exit->pid, [&](child_arrivals::arrival const& session) {
        draw_arrow(now.process, child, session);
      });
    forget(child);
  }

  void event(read::moment const& now) {
    std::optional<chrome_event> made = marks_.of(now);
    if (!made) return;
    made->ts = out_.relative(now.at);
    made->pid = now.process.tag;
    made->tid = now.thread.tag;
    out_.show(*made);
  }

  void thread_ended(read::traced_process& process, read::traced_thread& thread) {
    if (thread.is_main()) return;
    show_slice("thread", thread.name, process, thread.tag, thread.begin, thread.last, {});
    edges_.end_thread(thread.tag);
  }

  void process_ended(read::traced_process& process) {
    for (read::open_child const& child : process.children) {
      show_child("e", process, child, process.last,
                 json_members{out_.arguments()}.add("unfinished", true).done());
      forget(child);
    }
    std::string const name = process.name();
    show_meta("process_name", process, process.tag,
              json_members{out_.arguments()}.add("name", name).done());
    json_members arguments{out_.arguments()};
    if (process.code > 0) arguments.add("code", process.code);
    if (process.state == read::process_state::running) arguments.add("unfinished", true);
    show_slice("process", name, process, process.tag, process.begin, process.last,
               arguments.done_if_any());
    edges_.end_thread(process.tag);
    arrivals_.forget(process);
  }

  void finish() { out_.finish(); }

  exporter::left_out left_out() const {
    return exporter::left_out{}
        .add("arguments", out_.arguments_left_out())
        .add("command lines", titles_left_out_)
        .add("lines", out_.lines_left_out())
        .add("arrows", arrivals_.left_out() + arrows_left_out());
  }

 private:
  static constexpr std::size_t most_of_title = 100;  ///< bytes
  // Above all process ids.
  static constexpr std::uint64_t first_thread_id = std::uint64_t{1} << 24;

  /// Where a running child was started.
  struct running_child {
    std::uint64_t pid{};
    std::uint64_t tid{};
    read::label_id label{};
  };

  // ---- events ----

  void show_meta(std::string_view name, read::traced_process const& process, std::uint64_t tid,
                 json_text arguments) {
    out_.show({.ph = "M", .name = name, .pid = process.tag, .tid = tid, .args = arguments});
  }

  void show_region(std::string_view ph, read::traced_process const& process,
                   read::traced_thread const& thread, read::open_region const& region,
                   std::int64_t at, std::optional<json_text> arguments) {
    end_run(thread.tag);
    out_.show({.ph = ph,
               .name = out_.name_of(region.label),
               .cat = out_.labels()[region.label].category,
               .ts = edges_.next(thread.tag, out_.relative(at)),
               .pid = process.tag,
               .tid = thread.tag,
               .args = arguments});
  }

  /// Slices inside of it have been shown before it was known.
  void show_whole(read::traced_process const& process, read::traced_thread const& thread,
                  read::closed_region const& closed, std::optional<json_text> arguments) {
    end_run(thread.tag);
    read::label_id const label = closed.region.label;
    show_slice(out_.labels()[label].category, out_.name_of(label), process, thread.tag,
               closed.region.begin, closed.end, arguments);
  }

  void show_slice(std::string_view kind, std::string_view name, read::traced_process const& process,
                  std::uint64_t tid, std::int64_t begin, std::int64_t end,
                  std::optional<json_text> arguments) {
    out_.show({.ph = "X",
               .name = name,
               .cat = kind,
               .ts = out_.relative(begin),
               .dur = edges_.next(tid, out_.relative(end)) - out_.relative(begin),
               .pid = process.tag,
               .tid = tid,
               .args = arguments});
  }

  void show_child(std::string_view ph, read::traced_process const& process,
                  read::open_child const& child, std::int64_t at, json_text arguments) {
    running_child const& place = running_[child.tag];
    out_.show({.ph = ph,
               .name = title_of(child.tag, place),
               .cat = "child",
               .ts = out_.relative(at),
               .pid = place.pid,
               .tid = place.tid,
               .id = std::uint64_t{process.number} << 20 |
                     (static_cast<std::uint32_t>(child.id) & 0xfffff),
               .args = arguments});
  }

  /// The edge of a slice for the time that a thread has waited for a child.
  void show_wait(std::string_view ph, std::uint64_t tag, std::int64_t at) {
    running_child const& child = running_[tag];
    out_.show({.ph = ph,
               .name = title_of(tag, child),
               .cat = "child",
               .ts = edges_.next(child.tid, out_.relative(at)),
               .pid = child.pid,
               .tid = child.tid});
  }

  std::string_view title_of(std::uint64_t tag, running_child const& child) const {
    std::string_view const title = titles_.of(tag);
    return title.empty() ? out_.labels()[child.label].name : title;
  }

  void forget(read::open_child const& child) {
    titles_.forget(child.tag);
    running_.erase(child.tag);
  }

  void draw_arrow(read::traced_process const& parent, read::open_child const& child,
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

  chrome_marks marks_{out_.arguments()};
  kept_texts messages_;  ///< of open regions, by their numbers
  kept_texts titles_;    ///< of running children, by their tags, which are their numbers
  std::unordered_map<std::uint64_t, running_child> running_;  ///< by tag
  std::uint64_t titles_left_out_ = 0;
  child_arrivals arrivals_;
  chrome_pids pids_;
};

}}}  // namespace trace2::v0::exporter
