// The values of timers, counters and regions that the OpenTelemetry export keeps until their span
// ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "convert/otlp_schema.hpp"
#include "convert/value_set.hpp"

namespace trace2::program {

/// The sums of a timer as attributes spell them.
struct otlp_timer {
  std::uint64_t intervals{};
  duration total_sec{};
  duration min_sec{};
  duration max_sec{};
};
BOOST_DESCRIBE_STRUCT(otlp_timer, (), (intervals, total_sec, min_sec, max_sec))

/// The timers and counters of a thread or of the process.
struct otlp_sums {
  explicit otlp_sums(read::memory_share taken) noexcept : memory{std::move(taken)} {}

  read::memory_share memory;
  value_set timers;
  value_set counters;

  template <class Timer>
  bool set_timer(Timer const& event) {
    return timers.set(event.category, event.name,
                      otlp_timer{event.intervals, event.t_total, event.t_min, event.t_max}, memory);
  }
  template <class Counter>
  bool set_counter(Counter const& event) {
    return counters.set(event.category, event.name, event.count, memory);
  }
};

/// The state of a region or a task until its end.
struct otlp_region {
  explicit otlp_region(read::memory_share taken) noexcept : memory{std::move(taken)} {}

  read::memory_share memory;
  int repo = 1;
  value_set data;                          ///< latest values
  std::vector<otlp_encoded_event> values;  ///< `data` with their times
  std::optional<otlp_span_id> around;      ///< of a task: the span around it
  std::vector<otlp_link> links;            ///< of a task
};

/// The state of a child, or of a program that takes the place of its process, until its end.
struct otlp_command {
  explicit otlp_command(read::memory_share taken) noexcept : memory{std::move(taken)} {}

  read::memory_share memory;
  otlp_span_id id;
  read::moment begin{};
  std::string name;  ///< of the span
  std::string argv;  ///< as JSON
  std::string thread;
  std::string kind;  ///< class of a child, path of a program
  std::string hook;
};

}  // namespace trace2::program
