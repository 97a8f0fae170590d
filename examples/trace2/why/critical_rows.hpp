// The rows of a critical path: what a command did and waited for, added up.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace trace2::program {

/// Adds up what is of one kind and has the same names. Texts must outlive it.
class critical_rows {
 public:
  enum class kind : unsigned char {
    self,       ///< of a process, outside of any region
    region,     ///< self time of regions
    thread,     ///< waited for a thread, while it was in `label`, if in any region
    startup,    ///< start and end of a process
    between,    ///< when no process of a child ran, such as a shell's own time; or during an exec
    wait,       ///< for a child of which no more is known, or in a region beside, in `label`
    beside,     ///< for a child that ran much longer than it was waited for, or processes at once
    task,       ///< a thread ran the task `label`, which was waited for, or did so itself
    task_wait,  ///< waited for the task `label` while no thread ran it
    phase       ///< self time in the phase `label`, outside of any region in it
  };

  static constexpr read::label_id no_label = std::numeric_limits<read::label_id>::max();

  struct row {
    critical_rows::kind kind{};
    std::string_view process{};       ///< null in the command itself
    std::string_view name{};          ///< of a child or of a thread's role; message of a task
    read::label_id label = no_label;  ///< of a region or task
    read::nanoseconds time{};
    std::uint64_t count{};  ///< regions, or processes that started, or how often it was added
  };

  void add(row const& added);

  /// A program that was waited for with more command lines than this gets one row for all of them.
  static constexpr std::size_t most_command_lines = 8;

  /// Longest first.
  std::vector<row> by_time() const;

  void clear() noexcept { rows_.clear(); }

 private:
  std::map<std::tuple<kind, std::string_view, std::string_view, read::label_id>, row> rows_;
};

/// As tables and pages show it.
std::string_view name_of(critical_rows::kind kind) noexcept;

}  // namespace trace2::program
