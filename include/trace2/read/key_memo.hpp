// A cache of look-ups by `text_key`: texts are compared once and not with every event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/occurrence.hpp>

#include <array>
#include <cstddef>

namespace trace2 { inline namespace v0 { namespace read {

/// A direct-mapped cache of `Size` entries: a new entry replaces the one in its place.
template <class Value, std::size_t Size>
class key_memo {
  static_assert((Size & (Size - 1)) == 0);

 public:
  /// The cached value; null for `no_key` and for keys without an entry.
  Value const* find(text_key key) const noexcept {
    entry const& known = entries_[key % Size];
    return known.key == key && key != no_key ? &known.value : nullptr;
  }
  /// Stores an entry; does nothing for `no_key`.
  void remember(text_key key, Value const& value) noexcept {
    if (key != no_key) entries_[key % Size] = {key, value};
  }
  void forget_all() noexcept { entries_.fill({}); }

 private:
  struct entry {
    text_key key = no_key;
    Value value{};
  };

  std::array<entry, Size> entries_{};
};

}}}  // namespace trace2::v0::read
