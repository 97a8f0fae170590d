// Disturbances as people read them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "model/disturbance_sums.hpp"
#include "output/messages.hpp"

namespace trace2::program {

/// The disturbances in some nodes of a model: "12 waits, 3 preemptions, 120 page faults, 2 from
/// disk". Empty if nothing did.
inline std::string shown_disturbances(model const& trace, std::vector<node_index> const& regions) {
  disturbance_sums const of = disturbances_in(trace, regions).value_or(disturbance_sums{});
  std::string text;
  auto const add = [&text](std::uint64_t count, std::string const& what) {
    if (count != 0) text.append(text.empty() ? "" : ", ").append(what);
  };
  std::uint64_t const faults = read::saturating_add(of.minor_faults, of.major_faults);
  add(of.waits, counted(of.waits, "wait"));
  add(of.preemptions, counted(of.preemptions, "preemption"));
  add(faults, counted(faults, "page fault"));
  add(of.major_faults, std::to_string(of.major_faults) + " from disk");
  return text;
}

}  // namespace trace2::program
