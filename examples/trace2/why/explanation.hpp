// Why a command took as long as it did: the result.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "why/critical_path.hpp"
#include "why/meanwhile.hpp"

namespace trace2::program {

/// The use of processors by the command of "trace2 run".
struct processor_use {
  read::fine_duration user{};
  read::fine_duration system{};
  std::int64_t most_memory{};  ///< KiB; 0 if unknown
  std::optional<std::int64_t> killed_by_signal{};
};

/// A thing that stands out, and what to do about it. Of several hints of a kind the last has the
/// remedy.
struct hint {
  std::string reason;
  std::string remedy;
};

/// The command that is explained: a process, or a child when nothing else is known of it.
struct explanation {
  std::string command;
  node_index process = no_node;  ///< none if only its parent tells of it
  read::nanoseconds wall{};
  std::optional<std::int64_t> code{};
  /// Killed it: its own event says so, or "trace2 run". A code above 128 alone may be any exit's.
  std::optional<std::int64_t> signal{};
  bool is_unfinished = false;
  bool is_filtered = false;  ///< regions of some categories are left out
  std::optional<processor_use> used{};
  std::uint64_t candidates{};     ///< commands among which it was chosen
  bool is_outermost_only = true;  ///< no other command has run one of these
  std::vector<critical_path::row> rows{};
  /// Lines about each row from samples and disturbances; empty if the trace has neither.
  std::vector<std::vector<std::string>> details{};
  std::vector<busy_process> meanwhile{};  ///< beside the rows, the busiest first
  std::vector<hint> hints{};
  /// Where the path leads through: see critical_path.
  std::vector<critical_path::stay> stays{};
  std::vector<critical_path::followed_child> followed{};
  std::vector<critical_threads::visit> visits{};
};

}  // namespace trace2::program
