// Caches of look-ups by `text_key`, for events whose source has compared their texts already: texts
// are compared once and not with every event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// A direct-mapped cache of `Size` entries: a new entry replaces the one in its place.
template <class Value, std::size_t Size>
class key_memo {
  static_assert((Size & (Size - 1)) == 0);

 public:
  /// The cached value; null for `no_key` and for keys without an entry.
  Value const* find(text_key key) const noexcept {
    entry const& cached = entries_[key % Size];
    return cached.key == key && key != no_key ? &cached.value : nullptr;
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

/// Saves most look-ups in a label table. The table must outlive it.
class label_memo {
 public:
  explicit label_memo(label_table& labels) noexcept : labels_{labels} {}

  /// The number of an event's label: the pair of `category` and `name`.
  label_id id_of(occurrence const& what, std::string_view category, std::string_view name) {
    text_key const key = what.label_key;
    if (label_id const* const cached = find(key)) return *cached;
    label_id const label = labels_.id_of(category, name);
    if (label != label_table::other) known_.remember(key, label);
    return label;
  }

  /// True if a number is that of a label; one that found no room may be any.
  bool is(label_id id, std::string_view category, std::string_view name) const noexcept {
    label_table::label const& label = labels_[id];
    return (label.name == name && label.category == category) || is_cut(id, category, name);
  }

  /// The number that a key had lately; null when it has to be looked up.
  label_id const* find(text_key key) const noexcept { return known_.find(key); }

 private:
  [[gnu::noinline]] bool is_cut(label_id id, std::string_view category,
                                std::string_view name) const noexcept {
    constexpr std::size_t longest = label_table::longest;
    label_table::label const& label = labels_[id];
    return id == label_table::other || (label.name == cut_text(name, longest) &&
                                        label.category == cut_text(category, longest));
  }

  label_table& labels_;
  key_memo<label_id, 512> known_;
};

}}}  // namespace trace2::v0::read
