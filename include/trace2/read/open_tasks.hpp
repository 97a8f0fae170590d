// The tasks of a process that have not ended yet, which are found by their numbers.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A reference stays valid until its task is erased. Cost: logarithmic, because a trace may give
/// its tasks any numbers, also such as a table of hashes would keep in one list.
class open_tasks {
 public:
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
