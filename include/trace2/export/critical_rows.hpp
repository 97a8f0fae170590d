// The rows of a critical path: what a command did and waited for, added up.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Adds up what is of one kind and has the same names. Texts must outlive it.
class critical_rows {
 public:
  enum class kind : unsigned char {
    own,       ///< of a process, outside of any region
    region,    ///< own time of regions
    thread,    ///< waited for a thread, while it was in `label`, if in any region
    startup,   ///< start and end of a process
    between,   ///< when no process of a child ran, such as a shell's own time; or during an exec
    wait,      ///< for a child of which no more is known, or in a region beside, in `label`
    beside,    ///< for a child that ran much longer than it was waited for, or processes at once
    task,      ///< a thread ran the task `label`, which was waited for, or did so itself
    task_wait  ///< waited for the task `label` while no thread ran it
  };

  static constexpr read::label_id no_label = std::numeric_limits<read::label_id>::max();

  struct row {
    critical_rows::kind kind{};
    std::string_view process{};       ///< null in the command itself
    std::string_view name{};          ///< of a child or of a thread's role; message of a task
    read::label_id label = no_label;  ///< of a region or task
    std::int64_t time{};
    std::uint64_t count{};  ///< regions, or processes that started, or how often it was added
  };

  void add(row const& added) {
    auto const key = std::tuple{added.kind, added.process, added.name, added.label};
    auto const [place, is_new] = rows_.try_emplace(key, added);
    if (is_new) return;
    row& sum = place->second;
    sum.time = read::saturating_add(sum.time, added.time);
    sum.count += added.count;
  }

  /// Longest first.
  std::vector<row> by_time() const {
    std::vector<row> result;
    for (auto const& [key, entry] : rows_) result.push_back(entry);
    std::stable_sort(result.begin(), result.end(),
                     [](row const& a, row const& b) { return a.time > b.time; });
    return result;
  }

  void clear() noexcept { rows_.clear(); }

 private:
  std::map<std::tuple<kind, std::string_view, std::string_view, read::label_id>, row> rows_;
};

/// As tables and pages show it.
inline std::string_view name_of(critical_rows::kind kind) noexcept {
  static constexpr std::string_view names[] = {"own",  "region", "thread", "startup",  "between",
                                               "wait", "beside", "task",   "task_wait"};
  return names[static_cast<unsigned char>(kind)];
}

}}}  // namespace trace2::v0::exporter
