// Disturbances of threads by the system: events as trace2/disturbances.hpp writes them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/node_index.hpp"

namespace trace2::program {

struct model;

/// The disturbances in some regions.
struct disturbance_sums {
  std::uint64_t waits{};
  std::uint64_t preemptions{};
  std::uint64_t minor_faults{};
  std::uint64_t major_faults{};

  /// Reads the value of a data_json event, whose names are the program's: an object with all
  /// members of trace2::disturbance_counts, which are integers. Nothing if it is something else.
  static std::optional<disturbance_sums> of(std::string_view json);
  void add(disturbance_sums const& more) noexcept;
};
BOOST_DESCRIBE_STRUCT(disturbance_sums, (), (waits, preemptions, minor_faults, major_faults))

/// The sums of the events directly in some nodes of a model; nothing if there is no such event.
std::optional<disturbance_sums> disturbances_in(model const& trace,
                                                std::vector<node_index> const& regions);

}  // namespace trace2::program
