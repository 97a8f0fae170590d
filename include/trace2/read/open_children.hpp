// The children of a process that its parent has not collected yet, which are found by their ids.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

struct traced_thread;

/// A child process as its parent sees it, until the parent has collected it. `label` and `tag`
/// belong to the tracker's visitor.
struct open_child {
  int id{};                         ///< its number in the process
  moment begin{};                   ///< the moment of its beginning
  std::uint64_t number{};           ///< counts the children of the trace, from 1 on
  traced_thread* thread = nullptr;  ///< it began on this thread; null when the thread has ended
  std::uint64_t thread_number{};    ///< the number of that thread
  label_id label{};                 ///< the visitor's; 0 at the beginning
  std::uint64_t tag{};              ///< the visitor's; 0 at the beginning
};

/// Goes through the children in the order in which they were added. A reference stays valid until
/// its child is erased. Cost: logarithmic, because a trace may hold many children at a time and
/// name any of them in each line. Most processes have a few only, which take less time to look at
/// than tables of them take to keep.
class open_children {
 public:
  /// The most children without tables.
  static constexpr std::size_t few = 8;

  open_children() = default;
  open_children(open_children&&) = default;
  open_children& operator=(open_children&&) = default;

  auto begin() const noexcept { return all_.begin(); }
  auto end() const noexcept { return all_.end(); }
  bool empty() const noexcept { return all_.empty(); }
  std::size_t size() const noexcept { return all_.size(); }
  open_child const& front() const noexcept { return all_.front(); }

  /// Adds a child, whose number no other one has.
  open_child& add(open_child const& child) {
    auto const added = all_.insert(all_.end(), child);
    auto first = by_id_.empty() ? all_.begin() : added;
    if (all_.size() > few || !by_id_.empty())
      for (; first != all_.end(); ++first) note(first);
    return *added;
  }

  /// The child with an id; the first one of several, null if there is none.
  open_child const* find(int id) const noexcept {
    if (by_id_.empty()) {
      auto const child = std::find_if(all_.begin(), all_.end(),
                                      [id](open_child const& each) { return each.id == id; });
      return child == all_.end() ? nullptr : &*child;
    }
    auto const entry = by_id_.lower_bound({id, 0});
    return entry == by_id_.end() || entry->first.first != id ? nullptr : &*entry->second;
  }

  void erase(open_child const& child) {
    if (by_id_.empty()) {
      all_.erase(std::find_if(all_.begin(), all_.end(),
                              [&child](open_child const& each) { return &each == &child; }));
      return;
    }
    auto const entry = by_id_.find({child.id, child.number});
    auto const place = entry->second;
    by_thread_.erase({child.thread_number, child.number});
    by_id_.erase(entry);
    all_.erase(place);
  }

  /// A thread has ended. The children that began on it go on.
  void forget_thread(std::uint64_t number) noexcept {
    if (by_id_.empty())
      for (open_child& each : all_)
        if (each.thread_number == number) each.thread = nullptr;
    for (auto each = by_thread_.lower_bound({number, 0});
         each != by_thread_.end() && each->first.first == number; each = by_thread_.erase(each))
      each->second->thread = nullptr;
  }

 private:
  using iterator = std::list<open_child>::iterator;

  void note(iterator place) {
    by_id_.emplace(std::pair{place->id, place->number}, place);
    by_thread_.emplace(std::pair{place->thread_number, place->number}, place);
  }

  std::list<open_child> all_;
  // Empty until there are more than a few children, and complete from then on until there are none.
  std::map<std::pair<int, std::uint64_t>, iterator> by_id_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, iterator> by_thread_;
};

}}}  // namespace trace2::v0::read
