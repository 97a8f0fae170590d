// An index of values that live elsewhere, for tables in which most searches find nothing or begin
// with values that no cache has any more.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Finds values by their hashes, whose low bits must differ. A search looks at hashes that lie side
/// by side, and at no value with another hash; the lists of std::unordered_map lead through cold
/// memory instead. Memory: 64 bytes for each value at most, of the most values that it ever had.
template <class T>
class hash_index {
 public:
  /// The value with a hash for which `is_sought(value)` is true; null when there is none.
  template <class IsSought>
  T* find(std::size_t hash, IsSought const& is_sought) const {
    if (places_.empty()) return nullptr;
    for (std::size_t at = hash & mask();; at = next(at)) {
      place const& here = places_[at];
      if (here.value == nullptr) return nullptr;
      if (here.hash == hash && is_sought(*here.value)) return here.value;
    }
  }

  /// Adds a value, which must not be there.
  void insert(std::size_t hash, T& value) {
    if (2 * (size_ + 1) > places_.size()) grow();
    put({hash, &value});
    ++size_;
  }

  /// Removes a value, which must be there.
  void erase(std::size_t hash, T const& value) noexcept {
    std::size_t gap = hash & mask();
    while (places_[gap].value != &value) gap = next(gap);
    // The next value moves into the gap, unless that would put it in front of its first place.
    for (std::size_t at = next(gap); places_[at].value != nullptr; at = next(at)) {
      std::size_t const first = places_[at].hash & mask();
      if (((at - first) & mask()) < ((at - gap) & mask())) continue;
      places_[gap] = places_[at];
      gap = at;
    }
    places_[gap] = {};
    --size_;
  }

  void clear() noexcept {
    places_.clear();
    size_ = 0;
  }
  std::size_t size() const noexcept { return size_; }

 private:
  struct place {
    std::size_t hash = 0;
    T* value = nullptr;  ///< null when the place is free
  };

  std::size_t mask() const noexcept { return places_.size() - 1; }
  std::size_t next(std::size_t at) const noexcept { return (at + 1) & mask(); }

  void put(place const& added) noexcept {
    std::size_t at = added.hash & mask();
    while (places_[at].value != nullptr) at = next(at);
    places_[at] = added;
  }

  void grow() {
    constexpr std::size_t least = 64;
    std::vector<place> const before =
        std::exchange(places_, std::vector<place>(places_.empty() ? least : 2 * places_.size()));
    for (place const& one : before)
      if (one.value != nullptr) put(one);
  }

  std::vector<place> places_;  ///< a power of two; half of them are free
  std::size_t size_ = 0;
};

}}}  // namespace trace2::v0::read
