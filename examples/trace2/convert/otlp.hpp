// Exports a trace as OpenTelemetry spans: OTLP/JSON, one object per line, as the Collector's file
// receiver reads it. Ids, names and attributes equal those that trace2receiver derives from the
// same session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "convert/otlp_names.hpp"
#include "convert/otlp_process.hpp"
#include "convert/otlp_receiver.hpp"
#include "convert/otlp_tasks.hpp"
#include "convert/span_identity.hpp"

namespace trace2::program {

/// A visitor for a tracker. Writes the spans of a process when the process ends, or when it has
/// many complete spans, or when all running processes together have too many. Memory: bounded by
/// `limits::export_memory` and `limits::waiting_spans`; what finds no room, there or in a line, is
/// left out and counted.
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
       std::size_t longest_line = read::limits::output_line);
  /// For messages of about `longest` bytes at most, which the receiver takes. The receiver must
  /// outlive this object.
  otlp(otlp_receiver& to, read::label_table& labels, std::optional<trace_parent> outer,
       std::size_t longest);
  ~otlp() override;

  void process_began(read::traced_process& process, read::traced_process* parent) override;

  void thread_began(read::traced_process& process, read::traced_thread& thread) override;

  void region_entered(read::traced_process& process, read::traced_thread&,
                      read::open_region& region, read::occurrence const& line) override;

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override;

  void child_started(read::traced_event const& now, read::open_child& child) override;

  void child_ended(read::traced_event const& now, read::open_child const& child) override;

  void event(read::traced_event const& now) override;

  void thread_ended(read::traced_process& process, read::traced_thread& thread) override;

  void process_ended(read::traced_process& process) override;

 private:
  static constexpr std::size_t longest_name = 500;

  // ---- spans ----

  template <class Event>
  static std::string name_of(Event const& event) {
    return std::string{read::cut_text(span_name(event), longest_name)};
  }

  void end_child(read::traced_process& process, read::open_child const& child, read::moment at,
                 int pid, read::exit_code code, std::string_view ready);

  void begin_exec(event::exec const& event, read::traced_event const& now);

  void end_exec(event::exec_result const& event, read::traced_event const& now);

  void add_exec(read::traced_process const& process, otlp_process& open, otlp_command const& exec,
                read::moment end, std::string const& code);

  void add_process(read::traced_process const& process, otlp_process& open);

  template <class Settings>
  static std::string json_of_any(Settings const& settings) {
    return settings.empty() ? std::string{} : otlp_process::json_of(settings);
  }

  std::optional<trace_parent> outer_;
};

}  // namespace trace2::program
