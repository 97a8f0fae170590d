// The parts that a trace may lack.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2::program {

/// The parts that a trace may lack, because of its target or because its writers were told so.
struct possible_gaps {
  bool is_limited = true;    ///< what is nested deeply, which only EVENT leaves out
  bool is_ring = false;      ///< what a ring has overwritten
  bool is_flat = false;      ///< regions, threads and the parents of processes, as NORMAL does
  bool is_filtered = false;  ///< regions of categories that are not chosen
};

}  // namespace trace2::program
