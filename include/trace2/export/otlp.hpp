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
/// one that a process reports in its variable TRACEPARENT (by `TRACE2_ENV_VARS=TRACEPARENT`),
/// otherwise of `outer`.
class otlp : public otlp_tasks {
 public:
  static constexpr std::size_t default_most_waiting = read::limits::waiting_spans;

  otlp(sink& to, read::label_table& labels, std::optional<trace_parent> outer = {},
       std::size_t most_waiting = default_most_waiting,
       std::size_t longest_line = read::limits::output_line)
      : otlp_tasks{to, labels, most_waiting, longest_line}, outer_{std::move(outer)} {}
  /// For messages of about `longest` bytes at most, which the receiver takes. It must outlive this
  /// object.
  otlp(otlp_receiver& to, read::label_table& labels, std::optional<trace_parent> outer,
       std::size_t longest)
      : otlp_tasks{to, labels, default_most_waiting, longest}, outer_{std::move(outer)} {}

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
      if (!enter->msg.empty()) open->message = around.keep(enter->msg);
    open->memory += around.memory.size() - before;
    open->repo = line.repo.has_value() ? line.repo.value : 1;
  }

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) {
    otlp_process& open = of(process);
    otlp_region notes = open.end_region(closed.region.number);
    otlp_span span =
        begin_span(open, span_name(labels_[closed.region.label]), closed.region.begin, closed.end);
    span.spanId = id_of(closed.region);
    span.parentSpanId = around(open, thread, thread.regions.size() - 1);
    span.attributes.add("trace2.span.type", "region")
        .add("trace2.region.repoid", std::to_string(notes.repo))
        .add("trace2.region.nesting", std::to_string(closed.region.level))
        .add("thread.name", thread.name)
        .add_if_any("trace2.region.message", notes.message);
    if (closed.region.only_waits) span.attributes.add("trace2.region.waits", "true");
    if (!notes.data.empty()) span.attributes.add("trace2.region.data", notes.data.json());
    span.events = std::move(notes.values);
    add(process, std::move(span));
  }

  void child_started(read::moment const& now, read::open_child& child) {
    otlp_process& open = of(now.process);
    auto const& event = std::get<event::child_start>(now.occurrence.event);
    child.tag = ++open.inner_count;
    std::size_t const before = open.memory.size();
    if (!open.take_span()) return;
    otlp_span span = begin_span(open, name_of(event), child.begin, child.begin);
    span.spanId = inner_span_id(open.id.span_id, 'c', child.tag);
    span.attributes.add("trace2.span.type", "child")
        .add("trace2.child.argv", open.keep_json(event.argv))
        .add("thread.name", now.thread.name)
        .add_if_any("trace2.child.class", read::cut_text(event.child_class, longest_name))
        .add_if_any("trace2.child.hook", read::cut_text(event.hook_name, longest_name));
    open.children.emplace(child.tag,
                          otlp_process::open_span{std::move(span), open.memory.size() - before});
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
    otlp_span span = begin_span(open, thread.name, thread.begin, thread.last);
    span.spanId = id_of(thread);
    span.attributes.add("trace2.span.type", "thread").add("thread.name", thread.name);
    open.end_thread(thread.number)
        .add_to(span.attributes, "trace2.thread.timers", "trace2.thread.counters");
    add(process, std::move(span));
  }

  void process_ended(read::traced_process& process) {
    otlp_process& open = of(process);
    for (read::open_child const& child : process.children)
      end_child(process, child, process.last, -1, -1, {});
    for (auto& [id, exec] : open.execs) {
      otlp_span& span = exec.span;
      span.endTimeUnixNano = otlp_time(process.last);
      add(process, std::move(span));
    }
    otlp_span span = begin_span(open, qualified_name(process), process.begin, process.last);
    span.spanId = open.id.span_id;
    span.parentSpanId = open.id.parent_id;
    span.kind = otlp_span::server;
    describe(span, process, open);
    add(process, std::move(span));
    end(process);
  }

 private:
  static constexpr std::size_t longest_name = 500;
  static constexpr std::size_t most_of_process = 12;  ///< attributes that `describe` adds

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
    otlp_span span = open.end_span(open.children, found);
    span.endTimeUnixNano = otlp_time(at);
    span.attributes.add("trace2.child.pid", std::to_string(pid))
        .add("trace2.child.exitcode", std::to_string(code))
        .add_if_any("trace2.child.ready", read::cut_text(ready, longest_name));
    add(process, std::move(span));
  }

  void begin_exec(event::exec const& event, read::moment const& now) {
    otlp_process& open = of(now.process);
    ++open.inner_count;
    std::size_t const before = open.memory.size();
    if (!open.take_span()) return;
    otlp_span span = begin_span(open, name_of(event), now.at, now.at);
    span.spanId = inner_span_id(open.id.span_id, 'e', open.inner_count);
    span.attributes.add("trace2.span.type", "exec")
        .add_if_any("trace2.exec.exe", read::cut_text(event.exe, longest_name))
        .add("trace2.exec.argv", open.keep_json(event.argv));
    if (auto const known = open.execs.find(event.exec_id); known != open.execs.end())
      open.end_span(open.execs, known);
    open.execs.emplace(event.exec_id,
                       otlp_process::open_span{std::move(span), open.memory.size() - before});
  }

  void end_exec(event::exec_result const& event, read::moment const& now) {
    otlp_process& open = of(now.process);
    auto const found = open.execs.find(event.exec_id);
    if (found == open.execs.end()) return;
    otlp_span span = open.end_span(open.execs, found);
    span.endTimeUnixNano = otlp_time(now.at);
    span.attributes.add("trace2.exec.exitcode", std::to_string(event.code));
    add(now.process, std::move(span));
  }

  void describe(otlp_span& span, read::traced_process const& process, otlp_process& open) const {
    span.events = std::move(open.events);
    span.events.insert(span.events.end(), std::move_iterator{open.values.begin()},
                       std::move_iterator{open.values.end()});
    span.attributes = std::move(open.attributes);
    span.attributes.reserve(span.attributes.size() + most_of_process);
    span.attributes.add("trace2.span.type", "process")
        .add("trace2.cmd.name", program_name(process))
        .add("trace2.cmd.name_verb", program_and_verb(process))
        .add("trace2.cmd.name_verb_mode", qualified_name(process))
        .add_if_any("trace2.cmd.hierarchy", open.hierarchy)
        .add("trace2.cmd.exit_code", std::to_string(process.code));
    if (!open.repositories.empty())
      span.attributes.add("trace2.repo.set", otlp_process::json_of(open.repositories));
    if (!open.parameters.empty())
      span.attributes.add("trace2.param.set", otlp_process::json_of(open.parameters));
    if (!open.data.empty()) span.attributes.add("trace2.process.data", open.data.json());
    open.total.add_to(span.attributes, "trace2.process.timers", "trace2.process.counters");
    if (process.code >= 0) span.attributes.add_number("process.exit.code", process.code);
    if (process.code > 0) span.status = {open.error, otlp_status::error};
  }

  std::optional<trace_parent> outer_;
};

}}}  // namespace trace2::v0::exporter
