// A cache in front of a label table, for events whose source has compared their texts already.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Saves most look-ups in a label table. The table must outlive it.
class label_memo {
 public:
  explicit label_memo(label_table& labels) noexcept : labels_{labels} {}

  /// The number of an event's label: the pair of `category` and `name`.
  label_id id_of(occurrence const& what, std::string_view category, std::string_view name) {
    text_key const key = what.label_key;
    if (label_id const* const known = find(key)) return *known;
    label_id const found = labels_.id_of(category, name);
    if (found != label_table::other) known_.remember(key, found);
    return found;
  }

  /// The number that a key had lately; null when it has to be looked up.
  label_id const* find(text_key key) const noexcept { return known_.find(key); }

 private:
  label_table& labels_;
  key_memo<label_id, 512> known_;
};

}}}  // namespace trace2::v0::read
