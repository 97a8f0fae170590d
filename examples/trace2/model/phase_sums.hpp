// The phases of a trace: what timers and counters summed up in them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "statistics/interval_distribution.hpp"

namespace trace2::program {

struct phase_report;

/// The name of a phase for people: one of threads is another one than one of the process.
std::string phase_name(std::string_view key, phase_report const& told);

/// What a phase measured: its own time comes first.
enum class phase_part : unsigned char { whole, timer, counter };

struct phase_key {
  read::label_id phase{};
  phase_part part{};
  read::label_id what{};  ///< the timer or counter; 0 for the phase itself

  friend auto operator<=>(phase_key const&, phase_key const&) = default;
};

struct phase_statistics {
  std::uint64_t count{};  ///< phases, intervals, or what a counter counted
  duration total{};
  interval_distribution lengths{};  ///< of the intervals of a distribution_timer
};

/// The sums of all phases of the same names.
class phase_sums {
 public:
  using map = std::map<phase_key, phase_statistics>;

  /// Adds what an event says of a phase; false when it says something else. What finds no room is
  /// counted by the labels.
  bool take(event::data_json const& event, read::label_table& labels, read::memory_budget& memory);

  map const& all() const noexcept { return sums_; }

 private:
  /// The memory that the map takes for a sum, and the row of a summary for it.
  static constexpr std::size_t per_sum = 384;

  void add(phase_key const& key, std::uint64_t count, duration total, read::label_table& labels,
           read::memory_budget& memory, interval_report const& lengths = {});

  map sums_;
};

}  // namespace trace2::program
