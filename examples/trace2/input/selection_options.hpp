// The options by which a command line chooses; selection.hpp says what they mean.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/datum_condition.hpp"

namespace trace2::program {

/// The conditions under which a command is chosen: it must fulfil all that are set. A command is a
/// process.
struct selection_options {
  // ---- known from the first event of a process on ----
  std::string sid{};                    ///< its session id, or the last component of it
  std::optional<std::uint32_t> pid{};   ///< its process id
  std::optional<read::moment> since{};  ///< it began at this moment or later
  std::optional<read::moment> until{};  ///< it began earlier
  // ---- known at the end of a process: see needs_ends and known_early of selection ----
  std::string command{};                             ///< a part of its name or command line
  std::string repository{};                          ///< a part of the path of its worktree
  std::optional<read::fine_duration> slower_than{};  ///< its wall time is longer
  bool is_failed = false;                ///< its exit code is not 0, or a signal killed it
  std::vector<datum_condition> where{};  ///< data of it meet each; at most `datum_conditions::most`
  std::optional<datum_condition> group{};  ///< the latest value of a datum is this text

  // ---- known of each event ----
  std::string categories{};  ///< patterns of `event_filter`: of regions, data, timers and counters
};

}  // namespace trace2::program
