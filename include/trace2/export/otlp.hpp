// Exports a trace as OpenTelemetry spans: OTLP/JSON, one object per line, as the Collector's file
// receiver reads it. Ids, names and attributes equal those that trace2receiver derives from the
// same session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/otlp_names.hpp>
#include <trace2/export/otlp_process.hpp>
#include <trace2/export/otlp_receiver.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/export/otlp_tasks.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A visitor for a tracker. It writes the spans of a process when the process ends, or when it has
/// many complete spans, or when all running processes together have too many. Memory: bounded
/// by `limits::export_memory` and `limits::waiting_spans`; what finds no room, there or in a line,
/// is left out and counted.
///
/// Spans are processes (kind SERVER), threads besides the main thread, regions, children, exec and
/// tasks; errors and messages are events of their process, `data` events of their region or
/// process. A process whose exit code is not 0 has the status ERROR. The trace becomes part of the
/// one that a process reports as TRACEPARENT (by `session_options::trace_context`, or
/// `TRACE2_ENV_VARS=TRACEPARENT`), otherwise of `outer`.
class otlp : public otlp_tasks {
 public:
  otlp(sink& to, read::label_table& labels, std::optional<trace_parent> outer = {},
       std::size_t most_waiting = read::limits::waiting_spans,
       std::size_t longest_line = read::limits::output_line)
      : otlp_tasks{to, labels, most_waiting, longest_line}, outer_{std::move(outer)} {}
  /// For messages of about `longest` bytes at most, which the receiver takes. It must outlive this
  /// object.
  otlp(otlp_receiver& to, read::label_table& labels, std::optional<trace_parent> outer,
       std::size_t longest)
      : otlp_tasks{to, labels, read::limits::waiting_spans, longest}, outer_{std::move(outer)} {}

  void process_began(read::traced_process& process, read::traced_process* parent) {
    otlp_process& open = begin(process);
    open.id = identity_of(process.sid);
    if (parent != nullptr)
      open.id.trace_id = of(*parent).id.trace_id;
    else if (outer_)
      open.adopt(*outer_);
  }

  void thread_began(read::traced_process& process, read::traced_thread& thread) {
    if (!thread.is_main()) identify(of(process), 't', thread);
  }

  void region_entered(read::traced_process& process, read::traced_thread&,
                      read::open_region& region, read::occurrence const& line) {
    otlp_process& around = of(process);
    identify(around, 'r', region);
    otlp_region* const open = around.begin_region(region.number);
    if (open == nullptr) return;
    std::size_t const before = around.memory.size();
    if (auto const* const enter = line.get<event::region_enter>())
      if (!enter->msg.empty()) open->message = around.fit(enter->msg);
    open->memory += around.memory.size() - before;
    open->repo = line.repo.has_value() ? line.repo.value : 1;
  }

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) {
    otlp_process& open = of(process);
    otlp_region const notes = open.end_region(closed.region.number);
    std::string const name = span_name(labels_[closed.region.label]);
    std::string const repo = std::to_string(notes.repo);
    std::string const level = std::to_string(closed.region.level);
    std::string const data = notes.data.json();
    otlp_span& span = begin_span(open, name, closed.region.begin, closed.end);
    span.spanId = id_of(closed.region);
    span.parentSpanId = around(open, thread, thread.regions.size() - 1);
    span.attributes.add("trace2.span.type", "region")
        .add("trace2.region.repoid", repo)
        .add("trace2.region.nesting", level)
        .add("thread.name", thread.name)
        .add_if_any("trace2.region.message", notes.message);
    if (closed.region.only_waits) span.attributes.add("trace2.region.waits", "true");
    span.attributes.add_if_any("trace2.region.data", data);
    span.events = notes.values;
    add(process, open, span);
  }

  void child_started(read::moment const& now, read::open_child& child) {
    otlp_process& open = of(now.process);
    auto const& event = std::get<event::child_start>(now.occurrence.event);
    child.tag = ++open.inner_count;
    otlp_command* const begun = open.begin_command(open.children, child.tag);
    if (begun == nullptr) return;
    std::size_t const before = open.memory.size();
    begun->id = inner_span_id(open.id.span_id, 'c', child.tag);
    begun->begin = child.begin;
    begun->name = name_of(event);
    begun->argv = open.fit_json(event.argv);
    begun->thread = now.thread.name;
    begun->kind = read::cut_text(event.child_class, longest_name);
    begun->hook = read::cut_text(event.hook_name, longest_name);
    begun->memory += open.memory.size() - before;
  }

  void child_ended(read::moment const& now, read::open_child const& child) {
    auto const* const exit = now.occurrence.get<event::child_exit>();
    auto const* const ready = now.occurrence.get<event::child_ready>();
    end_child(now.process, child, now.at, exit != nullptr ? exit->pid : ready->pid,
              exit != nullptr ? exit->code : -1,
              ready != nullptr ? ready->ready : std::string_view{});
  }

  void event(read::moment const& now) {
    otlp_process& open = of(now.process);
    std::visit([&](auto const& event) { open.note(event, now); }, now.occurrence.event);
    if (auto const* const exec = now.occurrence.get<event::exec>()) begin_exec(*exec, now);
    if (auto const* const result = now.occurrence.get<event::exec_result>()) end_exec(*result, now);
  }

  void thread_ended(read::traced_process& process, read::traced_thread& thread) {
    if (thread.is_main()) return;
    otlp_process& open = of(process);
    otlp_sums const sums = open.end_thread(thread.number);
    std::string const timers = sums.timers.json();
    std::string const counters = sums.counters.json();
    otlp_span& span = begin_span(open, std::string_view{thread.name}, thread.begin, thread.last);
    span.spanId = id_of(thread);
    span.attributes.add("trace2.span.type", "thread")
        .add("thread.name", thread.name)
        .add_if_any("trace2.thread.timers", timers)
        .add_if_any("trace2.thread.counters", counters);
    add(process, open, span);
  }

  void process_ended(read::traced_process& process) {
    otlp_process& open = of(process);
    for (read::open_child const& child : process.children)
      end_child(process, child, process.last, -1, -1, {});
    for (auto const& [id, exec] : open.execs) add_exec(process, open, exec, process.last, {});
    add_process(process, open);
    end(process);
  }

 private:
  static constexpr std::size_t longest_name = 500;

  // ---- spans ----

  template <class Event>
  static std::string name_of(Event const& event) {
    return std::string{read::cut_text(span_name(event), longest_name)};
  }

  void end_child(read::traced_process& process, read::open_child const& child, std::int64_t at,
                 int pid, int code, std::string_view ready) {
    otlp_process& open = of(process);
    auto const found = open.children.find(child.tag);
    if (found == open.children.end()) return;
    otlp_command const ended = open.end_command(open.children, found);
    std::string const pid_text = std::to_string(pid);
    std::string const code_text = std::to_string(code);
    otlp_span& span = begin_span(open, ended.name, ended.begin, at);
    span.spanId = ended.id;
    span.attributes.add("trace2.span.type", "child")
        .add("trace2.child.argv", ended.argv)
        .add("thread.name", ended.thread)
        .add_if_any("trace2.child.class", ended.kind)
        .add_if_any("trace2.child.hook", ended.hook)
        .add("trace2.child.pid", pid_text)
        .add("trace2.child.exitcode", code_text)
        .add_if_any("trace2.child.ready", read::cut_text(ready, longest_name));
    add(process, open, span);
  }

  void begin_exec(event::exec const& event, read::moment const& now) {
    otlp_process& open = of(now.process);
    ++open.inner_count;
    otlp_command* const begun = open.begin_command(open.execs, event.exec_id);
    if (begun == nullptr) return;
    std::size_t const before = open.memory.size();
    begun->id = inner_span_id(open.id.span_id, 'e', open.inner_count);
    begun->begin = now.at;
    begun->name = name_of(event);
    begun->argv = open.fit_json(event.argv);
    begun->kind = read::cut_text(event.exe, longest_name);
    begun->memory += open.memory.size() - before;
  }

  void end_exec(event::exec_result const& event, read::moment const& now) {
    otlp_process& open = of(now.process);
    auto const found = open.execs.find(event.exec_id);
    if (found == open.execs.end()) return;
    otlp_command const ended = open.end_command(open.execs, found);
    add_exec(now.process, open, ended, now.at, std::to_string(event.code));
  }

  void add_exec(read::traced_process const& process, otlp_process& open, otlp_command const& exec,
                std::int64_t end, std::string const& code) {
    otlp_span& span = begin_span(open, exec.name, exec.begin, end);
    span.spanId = exec.id;
    span.attributes.add("trace2.span.type", "exec")
        .add_if_any("trace2.exec.exe", exec.kind)
        .add("trace2.exec.argv", exec.argv)
        .add_if_any("trace2.exec.exitcode", code);
    add(process, open, span);
  }

  void add_process(read::traced_process const& process, otlp_process& open) {
    otlp_process_name const name{process};
    // The receiver takes the code of `atexit` as it is.
    bool const has_ended = process.state == read::process_state::ended;
    std::string const code = std::to_string(has_ended ? std::max(process.code, 0) : process.code);
    std::string const repositories = json_of_any(open.repositories);
    std::string const parameters = json_of_any(open.parameters);
    std::string const data = open.data.json();
    std::string const timers = open.total.timers.json();
    std::string const counters = open.total.counters.json();
    open.events.insert(open.events.end(), std::move_iterator{open.values.begin()},
                       std::move_iterator{open.values.end()});
    otlp_span& span = begin_span(open, name.qualified(), process.begin, process.last);
    span.spanId = open.id.span_id;
    span.parentSpanId = open.id.parent_id;
    span.kind = otlp_span::server;
    span.events = open.events;
    span.attributes.insert(span.attributes.end(), open.attributes.begin(), open.attributes.end());
    span.attributes.add("trace2.span.type", "process")
        .add("trace2.cmd.name", name.program())
        .add("trace2.cmd.name_verb", name.program_and_verb())
        .add("trace2.cmd.name_verb_mode", name.qualified())
        .add_if_any("trace2.cmd.hierarchy", open.hierarchy)
        .add("trace2.cmd.exit_code", code)
        .add_if_any("trace2.repo.set", repositories)
        .add_if_any("trace2.param.set", parameters)
        .add_if_any("trace2.process.data", data)
        .add_if_any("trace2.process.timers", timers)
        .add_if_any("trace2.process.counters", counters);
    if (process.code >= 0) span.attributes.add_number("process.exit.code", process.code);
    if (process.code > 0) span.status = {open.error, otlp_status::error};
    add(process, open, span);
  }

  template <class Settings>
  static std::string json_of_any(Settings const& settings) {
    return settings.empty() ? std::string{} : otlp_process::json_of(settings);
  }

  std::optional<trace_parent> outer_;
};

}}}  // namespace trace2::v0::exporter
