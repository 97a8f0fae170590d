// Why a command took as long as it did: the result.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/read/model.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// What a trace may lack, because its writers were told so.
struct possible_gaps {
  bool is_limited = true;  ///< what is nested deeply, which only EVENT leaves out
  bool is_ring = false;    ///< what a ring has overwritten
};

/// What a trace of "trace2 run" tells about its command. Times in nanoseconds.
struct processor_use {
  std::int64_t user{};
  std::int64_t system{};
  std::int64_t most_memory{};  ///< KiB; 0 if unknown
};

/// What stands out, and what to do about it. Of several hints of a kind the last has the remedy.
struct hint {
  std::string reason;
  std::string remedy;
};

/// The command that is explained: a process, or a child when nothing else is known of it.
struct explanation {
  std::string command;
  read::node_index process = read::no_node;  ///< none if only its parent tells of it
  std::int64_t wall{};
  std::optional<int> code{};
  bool is_unfinished = false;
  std::optional<processor_use> used{};
  std::uint64_t candidates{};  ///< commands among which it was chosen
  std::vector<critical_path::row> rows{};
  std::vector<hint> hints{};
};

}}}  // namespace trace2::v0::exporter
