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
    if (at.file == nullptr) return void(elsewhere_.fetch_add(1));
    for (place& each : places_) {
      bool const is_new = each.is_empty() && each.file.compare_exchange(nullptr, at.file);
      if (is_new) each.line.store_release(at.line);
      if (is_new || each.is(at)) {
        each.count.fetch_add(1);
        return;
      }
    }
    elsewhere_.fetch_add(1);
  }

  /// Calls `use(place, count)` for each place. Two threads may have begun to count the same place
  /// at the same moment: then it comes once, with the sum.
  [[gnu::cold]] void for_each(auto const& use) const noexcept {
    for (std::size_t i = 0; i < most_places; ++i) {
      place const& each = places_[i];
      if (each.is_empty() || has_before(i)) continue;
      std::uint64_t count = 0;
      for (std::size_t j = i; j < most_places; ++j)
        if (places_[j].is(each.at())) count += places_[j].count.load_relaxed();
      use(each.at(), count);
    }
  }
  /// Of further places, and without one.
  std::uint64_t elsewhere() const noexcept { return elsewhere_.load_relaxed(); }

 private:
  struct place {
    atomic<char const*> file{nullptr};
    atomic<int> line{0};
    atomic<std::uint64_t> count{0};

    bool is_empty() const noexcept { return file.load_acquire() == nullptr; }
    call_site at() const noexcept { return {file.load_relaxed(), line.load_acquire()}; }
    /// By its text, because each unit may have its own copy of a header's name.
    bool is(call_site other) const noexcept {
      char const* const own = file.load_acquire();
      return own != nullptr && line.load_acquire() == other.line &&
             __builtin_strcmp(own, other.file) == 0;
    }
  };

  bool has_before(std::size_t i) const noexcept {
    for (std::size_t j = 0; j < i; ++j)
      if (places_[j].is(places_[i].at())) return true;
    return false;
  }

  place places_[most_places];
  atomic<std::uint64_t> elsewhere_{0};
};

}}}  // namespace trace2::v0::detail
