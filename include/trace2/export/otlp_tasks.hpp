// Tasks as OpenTelemetry spans.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/otlp_names.hpp>
#include <trace2/export/otlp_process.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/export/otlp_spans.hpp>
#include <trace2/export/otlp_values.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The part of a visitor that makes spans of tasks and of their regions. The span around a task is
/// that of its parent, or the one in which it began; links lead to the tasks that it waits for, and
/// to the one that caused it. Data of a task is that of its innermost region, or of the task.
class otlp_tasks : public otlp_spans {
 public:
  void task_began(read::moment const& now, read::open_task& task, std::string_view message) {
    otlp_process& open = of(now.process);
    otlp_region* const notes = open.begin_region(task.number_among_regions());
    if (notes == nullptr) return;
    std::size_t const before = open.memory.size();
    notes->message = open.fit(message);
    notes->around = place_of(open, now, task);
    notes->memory += open.memory.size() - before;
  }

  void task_linked(read::moment const& now, read::open_task& task, read::task_event const& link) {
    otlp_process& open = of(now.process);
    constexpr std::size_t per_link = 2 * (sizeof(otlp_link) + otlp_span::per_link);
    auto const notes = open.regions.find(task.number_among_regions());
    if (notes == open.regions.end() || !open.memory.take(per_link)) {
      ++open.values_left_out;
      return;
    }
    notes->second.memory += per_link;
    bool const waits = link.kind == read::task_link_kind::waits_for;
    bool const is_caused = link.kind == read::task_link_kind::caused_by;
    notes->second.links.push_back(
        {open.id.trace_id, span_of(open, link.other),
         otlp_attributes{}.add("trace2.link.kind", waits       ? "waits_for"
                                                   : is_caused ? "caused_by"
                                                               : "other")});
  }

  void task_region_entered(read::moment const& now, read::open_task&, read::open_region& region,
                           std::string_view message) {
    otlp_process& open = of(now.process);
    identify(open, 'r', region);
    otlp_region* const notes = open.begin_region(region.number);
    if (notes == nullptr) return;
    std::size_t const before = open.memory.size();
    notes->message = open.fit(message);
    notes->memory += open.memory.size() - before;
  }

  void task_region_left(read::traced_process& process, read::open_task& task,
                        read::closed_region const& closed) {
    otlp_process& open = of(process);
    otlp_region const notes = open.end_region(closed.region.number);
    std::string const name = span_name(labels_[closed.region.label]);
    std::string const id = std::to_string(task.id);
    std::string const level = std::to_string(closed.region.level);
    std::string const waiting =
        closed.region.waited > 0 ? seconds(closed.region.waited) : std::string{};
    std::string const data = notes.data.json();
    otlp_span& span = begin_span(open, name, closed.region.begin, closed.end);
    span.spanId = id_of(closed.region);
    span.parentSpanId = around(open, task, task.regions.size() - 1);
    span.attributes.add("trace2.span.type", "region")
        .add("trace2.task.id", id)
        .add("trace2.region.nesting", level)
        .add_if_any("trace2.region.message", notes.message);
    if (closed.region.only_waits) span.attributes.add("trace2.region.waits", "true");
    span.attributes.add_if_any("trace2.region.waiting", waiting)
        .add_if_any("trace2.region.data", data);
    span.events = notes.values;
    add(process, open, span);
  }

  void task_ended(read::traced_process& process, read::closed_task const& closed) {
    otlp_process& open = of(process);
    read::open_task const& task = closed.task;
    otlp_region notes = open.end_region(task.number_among_regions());
    std::string const name = span_name(labels_[task.label], "task");
    std::string const id = std::to_string(task.id);
    std::string const running = seconds(closed.running());
    std::string const waiting = seconds(closed.waiting());
    std::string const data = notes.data.json();
    otlp_span& span = begin_span(open, name, task.begin, closed.end);
    span.spanId = span_of(open, task.id);
    if (notes.around) span.parentSpanId = notes.around;
    span.attributes.add("trace2.span.type", "task")
        .add("trace2.task.id", id)
        .add("trace2.task.running", running)
        .add("trace2.task.waiting", waiting)
        .add_if_any("trace2.task.message", notes.message);
    if (!closed.is_complete) span.attributes.add("trace2.task.unfinished", "true");
    span.attributes.add_if_any("trace2.task.data", data);
    span.events = notes.values;
    if (!notes.links.empty()) span.links = std::move(notes.links);
    add(process, open, span);
  }

 protected:
  using otlp_spans::around;
  using otlp_spans::otlp_spans;

 private:
  static std::string seconds(std::int64_t nanoseconds) {
    return otlp_process::json_of(read::fine_duration::nanoseconds(nanoseconds));
  }

  /// From the number in the trace alone, so that links may name tasks of which nothing is known.
  static otlp_span_id span_of(otlp_process const& open, std::uint64_t task) {
    return inner_span_id(open.id.span_id, 'k', task);
  }

  static otlp_span_id around(otlp_process const& open, read::open_task const& task,
                             std::size_t depth) {
    if (depth > 0) return id_of(task.regions[depth - 1]);
    return span_of(open, task.id);
  }

  static otlp_span_id place_of(otlp_process const& open, read::moment const& now,
                               read::open_task const& task) {
    read::open_task const* outer = task.parent == 0 ? nullptr : now.process.tasks.find(task.parent);
    if (outer == nullptr) outer = now.thread.task;
    if (outer != nullptr && outer != &task) return around(open, *outer, outer->regions.size());
    return around(open, now.thread, now.thread.regions.size());
  }
};

}}}  // namespace trace2::v0::exporter
