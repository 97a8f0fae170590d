// The children of a process that its parent has not collected yet, which are found by their ids.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>

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
  int id{};
  std::int64_t begin{};
  std::uint64_t number{};           ///< counts the children of the trace, from 1 on
  traced_thread* thread = nullptr;  ///< it began on this thread; null when the thread has ended
  std::uint64_t thread_number{};    ///< the number of that thread
  label_id label{};
  std::uint64_t tag{};
};

/// Goes through the children in the order in which they were added. A reference stays valid until
/// its child is erased. Cost: logarithmic, because a trace may hold many children at a time and
/// name any of them in each line.
class open_children {
 public:
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
    auto const place = all_.insert(all_.end(), child);
    by_id_.emplace(std::pair{child.id, child.number}, place);
    by_thread_.emplace(std::pair{child.thread_number, child.number}, place);
    return *place;
  }

  /// The child with an id; the first one of several, null if there is none.
  open_child* find(int id) noexcept {
    auto const found = by_id_.lower_bound({id, 0});
    return found == by_id_.end() || found->first.first != id ? nullptr : &*found->second;
  }
  open_child const* find(int id) const noexcept {
    return const_cast<open_children*>(this)->find(id);
  }

  void erase(open_child const& child) {
    auto const found = by_id_.find({child.id, child.number});
    auto const place = found->second;
    by_thread_.erase({child.thread_number, child.number});
    by_id_.erase(found);
    all_.erase(place);
  }

  /// A thread has ended. The children that began on it go on.
  void forget_thread(std::uint64_t number) noexcept {
    for (auto each = by_thread_.lower_bound({number, 0});
         each != by_thread_.end() && each->first.first == number; each = by_thread_.erase(each))
      each->second->thread = nullptr;
  }

 private:
  using iterator = std::list<open_child>::iterator;

  std::list<open_child> all_;
  std::map<std::pair<int, std::uint64_t>, iterator> by_id_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, iterator> by_thread_;
};

}}}  // namespace trace2::v0::read
