// Tasks as OpenTelemetry spans.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "convert/otlp_process.hpp"
#include "convert/otlp_spans.hpp"
#include "convert/span_identity.hpp"

namespace trace2::program {

/// The part of a visitor that makes spans of tasks and of their regions. The span around a task is
/// that of its parent, or the one in which it began; links lead to the tasks that it waits for, and
/// to the one that caused it. Data of a task is that of its innermost region, or of the task.
class otlp_tasks : public otlp_spans {
 public:
  void task_began(read::traced_event const& now, read::open_task& task) override;

  void task_linked(read::traced_event const& now, read::open_task& task,
                   read::task_event const& link) override;

  void task_region_entered(read::traced_event const& now, read::open_task&,
                           read::open_region& region) override;

  void task_region_left(read::traced_process& process, read::open_task& task,
                        read::closed_region const& closed) override;

  void task_ended(read::traced_process& process, read::closed_task const& closed) override;

 protected:
  using otlp_spans::around;
  using otlp_spans::otlp_spans;

 private:
  static std::string seconds(read::nanoseconds length);

  /// From the number in the trace alone, so that links may name tasks of which nothing is known.
  static otlp_span_id span_of(otlp_process const& open, std::uint64_t task);

  static otlp_span_id around(otlp_process const& open, read::open_task const& task,
                             std::size_t depth);

  static otlp_span_id place_of(otlp_process const& open, read::traced_event const& now,
                               read::open_task const& task);
};

}  // namespace trace2::program
