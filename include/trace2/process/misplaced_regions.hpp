// The region objects that were not left as the innermost ones: how many, and where they are.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/value/call_site.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: any. Never waits, never allocates.
class misplaced_regions {
 public:
  static constexpr std::size_t most_places = 32;

  void add(call_site at) noexcept {
    for (place& each : places_) {
      char const* const known = each.file.load_acquire();
      bool const is_new = known == nullptr && each.file.compare_exchange(nullptr, at.file);
      if (is_new) each.line.store_release(at.line);
      if (is_new || (known == at.file && each.line.load_acquire() == at.line)) {
        each.count.fetch_add(1);
        return;
      }
    }
    elsewhere_.fetch_add(1);
  }

  /// Calls `use(place, count)` for each place. Two threads may have begun to count the same place
  /// at the same moment: then it comes once, with the sum.
  void for_each(auto const& use) const noexcept {
    for (std::size_t i = 0; i < most_places; ++i) {
      place const& each = places_[i];
      if (each.is_empty() || has_before(i)) continue;
      std::uint64_t count = 0;
      for (std::size_t j = i; j < most_places; ++j)
        if (places_[j].is(each)) count += places_[j].count.load_relaxed();
      use(each.at(), count);
    }
  }
  /// Of further places.
  std::uint64_t elsewhere() const noexcept { return elsewhere_.load_relaxed(); }

 private:
  struct place {
    atomic<char const*> file{nullptr};
    atomic<int> line{0};
    atomic<std::uint64_t> count{0};

    bool is_empty() const noexcept { return file.load_acquire() == nullptr; }
    call_site at() const noexcept { return {file.load_relaxed(), line.load_acquire()}; }
    bool is(place const& other) const noexcept {
      return file.load_acquire() == other.file.load_relaxed() &&
             line.load_acquire() == other.line.load_relaxed();
    }
  };

  bool has_before(std::size_t i) const noexcept {
    for (std::size_t j = 0; j < i; ++j)
      if (places_[j].is(places_[i])) return true;
    return false;
  }

  place places_[most_places];
  atomic<std::uint64_t> elsewhere_{0};
};

/// The owners of regions that were left on a thread, or in a task, which did not hold them open.
/// The thread that does learns from it that they are over.
class regions_left_elsewhere {
 public:
  /// Forgets one if there is no room.
  void add(std::uintptr_t owner) noexcept {
    for (atomic<std::uintptr_t>& each : owners_)
      if (each.load_relaxed() == 0 && each.compare_exchange(0, owner)) return;
  }
  /// False if there is none.
  bool take(std::uintptr_t owner) noexcept {
    for (atomic<std::uintptr_t>& each : owners_)
      if (each.load_relaxed() == owner && each.compare_exchange(owner, 0)) return true;
    return false;
  }
  void clear() noexcept {
    for (atomic<std::uintptr_t>& each : owners_) each.store_relaxed(0);
  }

 private:
  atomic<std::uintptr_t> owners_[32]{};
};

}}}  // namespace trace2::v0::detail
