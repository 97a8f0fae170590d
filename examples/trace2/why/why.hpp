// Explains why a command took as long as it did.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "why/critical_path.hpp"
#include "why/explanation.hpp"
#include "why/possible_gaps.hpp"

namespace trace2::program {

/// The members of the event that "trace2 run" writes, as far as an explanation has them.
struct resource_use {
  std::optional<read::fine_duration> user_time{};
  std::optional<read::fine_duration> system_time{};
  std::optional<std::int64_t> max_rss_kib{};
  std::optional<std::int64_t> killed_by_signal{};
};
BOOST_DESCRIBE_STRUCT(resource_use, (), (user_time, system_time, max_rss_kib, killed_by_signal))

/// Chooses a command and explains it. Model and labels must outlive it and its explanation.
class why {
 public:
  why(model const& trace, read::label_table const& labels, possible_gaps gaps = {})
      : trace_{trace}, labels_{labels}, gaps_{gaps} {}

  /// The slowest of the outermost commands; with `wanted` of all commands whose name or command
  /// line contains it. Nothing if there is none. Of "trace2 run" its command counts, not the run
  /// itself.
  std::optional<explanation> explain(std::string_view wanted = {}) const;

  /// The slowest `most` of the same commands, the slowest first; of equally slow ones the first.
  /// Cost: that of `explain` for each of them, but for what it takes to index the model once.
  std::vector<explanation> explain_slowest(std::size_t most, std::string_view wanted = {}) const;

 private:
  /// A command: a child of "trace2 run", with its process if it has one, or another process.
  struct target {
    child_node const* child = nullptr;
    node_index process = no_node;
    read::nanoseconds wall{};
  };

  explanation explain_one(target const& one, std::uint64_t candidate_count,
                          critical_path& path) const;

  // ---- the command ----

  std::vector<target> candidates(std::string_view wanted) const;

  child_node const* run_by(process_node const& process) const;

  /// True if it is an outermost "trace2 run", or all that such a run has run, and waited for.
  bool belongs_to_run(process_node const& process) const;

  read::nanoseconds wall_of(target const& one) const;

  /// The last program that a process became tells how it ended.
  process_node const& last_program_of(target const& one) const;

  /// True if each process of the model is one of the command.
  std::vector<bool> processes_of(target const& one) const;

  std::string name_of(target const& one) const;

  // ---- resources ----

  /// The event that "trace2 run" writes, if there is just one.
  std::optional<processor_use> used() const;

  std::optional<std::int64_t> signal_of(target const& one,
                                        std::optional<processor_use> const& use) const;

  // ---- hints ----

  static constexpr double much = 0.1;  ///< of the wall time
  static bool is_most(read::nanoseconds time, read::nanoseconds wall) noexcept {
    return time > wall / 2;
  }
  static constexpr std::size_t most_errors = 3;
  static constexpr std::size_t most_timers = 3;
  static constexpr std::uint64_t often = 1'000;  ///< entries of a region

  void add_hints(explanation& to, critical_path const& path, target const& of) const;

  void hint_at_ending(explanation& to, target const& of) const;

  /// The first errors that the command, or a process inside, was the first to report.
  void hint_at_errors(explanation& to, target const& of) const;

  void hint_at_limit(explanation& to, target const& of) const;

  void hint_at_processes(explanation& to, target const& of) const;

  void hint_at_repetition(explanation& to) const;

  void hint_at_threads(explanation& to, critical_path::straggler const& last) const;

  void hint_at_own_time(explanation& to, target const& of) const;

  /// Names what can say more about time outside of any region.
  std::string source_of_more(target const& of, read::nanoseconds wall) const;

  std::string name_of(read::label_id id) const;

  model const& trace_;
  read::label_table const& labels_;
  possible_gaps gaps_;
};

}  // namespace trace2::program
