// The tasks of a process that have not ended yet, which are found by their numbers.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_region.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

struct traced_thread;

/// A task from its first event on, with the regions that are open in it, the outermost first. `tag`
/// belongs to the tracker's visitor.
struct open_task {
  std::uint64_t id{};                  ///< its number in the process
  std::uint64_t parent{};              ///< number of the task that began it, 0 for none
  std::uint64_t number{};              ///< counts the tasks of the trace, from 1 on
  label_id label{};                    ///< category and label, in the table of the tracker
  bool is_begun = false;               ///< an event has told its beginning
  moment begin{};                      ///< moment of its beginning
  moment since{};                      ///< until then its time is accounted for
  nanoseconds running{};               ///< time in which a thread ran it
  nanoseconds inside{};                ///< time in its outermost regions
  nanoseconds waited{};                ///< time outside of any region in which no thread ran it
  nanoseconds blocked{};               ///< part of `running` in regions that only wait
  traced_thread* thread = nullptr;     ///< runs it; null while it waits
  std::uint64_t tag{};                 ///< the visitor's; 0 at the beginning
  std::vector<open_region> regions{};  ///< open in it, the outermost first
  std::string const* kept_message = nullptr;  ///< the tracker's

  /// The message of the event that begins it; empty if it has none, or one beyond the limit.
  std::string_view message() const noexcept {
    return kept_message != nullptr ? std::string_view{*kept_message} : std::string_view{};
  }
  /// Differs from the numbers of all regions.
  std::uint64_t number_among_regions() const noexcept { return number | std::uint64_t{1} << 63; }
  /// The time up to a moment that is not accounted for yet; it then is.
  nanoseconds take_time(moment at) noexcept {
    if (at <= since) return no_time;
    nanoseconds const time = at - since;
    since = at;
    return time;
  }
  /// Accounts for time in which no thread ran it.
  void wait(nanoseconds time) noexcept {
    nanoseconds& sum = regions.empty() ? waited : regions.back().waited;
    sum += time;
  }
};

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
