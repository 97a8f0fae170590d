// The tasks of a process that have not ended yet, which are found by their numbers.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

struct traced_thread;

/// A task from its first event on, with the regions that are open in it, the outermost first. Times
/// are nanoseconds since the epoch. `tag` belongs to the tracker's visitor.
struct open_task {
  std::uint64_t id{};
  std::uint64_t parent{};  ///< number of the task that began it, 0 for none
  std::uint64_t number{};  ///< counts the tasks of the trace, from 1 on
  label_id label{};
  bool is_begun = false;  ///< an event has told its beginning
  std::int64_t begin{};
  std::int64_t since{};             ///< until then its time is accounted for
  std::int64_t running{};           ///< time in which a thread ran it
  std::int64_t inside{};            ///< time in its outermost regions
  std::int64_t waited{};            ///< time outside of them in which no thread ran it
  std::int64_t blocked{};           ///< part of this time in regions that only wait
  traced_thread* thread = nullptr;  ///< runs it; null while it waits
  std::size_t memory{};             ///< bytes that the tracker has taken for its regions
  std::uint64_t tag{};
  std::vector<open_region> regions{};

  /// Differs from the numbers of all regions.
  std::uint64_t number_among_regions() const noexcept { return number | std::uint64_t{1} << 63; }
  /// The time up to a moment that is not accounted for yet; it then is.
  std::int64_t take_time(std::int64_t at) noexcept {
    if (at <= since) return 0;
    std::int64_t const time = saturating_add(at, -since);
    since = at;
    return time;
  }
  /// Accounts for time in which no thread ran it.
  void wait(std::int64_t time) noexcept {
    std::int64_t& sum = regions.empty() ? waited : regions.back().waited;
    sum = saturating_add(sum, time);
  }
};

/// A reference stays valid until its task is erased. Cost: logarithmic, because a trace may give
/// its tasks any numbers, also such as a table of hashes would keep in one list.
class open_tasks {
 public:
  /// The memory that the table takes for a task, without its regions.
  static constexpr std::size_t per_task = sizeof(open_task) + 64;

  bool empty() const noexcept { return all_.empty(); }
  std::size_t size() const noexcept { return all_.size(); }

  /// The task with a number; null if there is none.
  open_task* find(std::uint64_t id) noexcept {
    auto const found = all_.find(id);
    return found == all_.end() ? nullptr : &found->second;
  }

  open_task& add(std::uint64_t id) {
    open_task& added = all_[id];
    added.id = id;
    return added;
  }

  void erase(open_task const& task) { all_.erase(all_.find(task.id)); }

  /// All tasks, in the order of their beginnings.
  std::vector<open_task*> in_order() {
    std::vector<open_task*> all;
    all.reserve(all_.size());
    for (auto& [id, task] : all_) all.push_back(&task);
    std::sort(all.begin(), all.end(),
              [](auto const* a, auto const* b) { return a->number < b->number; });
    return all;
  }

 private:
  std::map<std::uint64_t, open_task> all_;
};

}}}  // namespace trace2::v0::read
