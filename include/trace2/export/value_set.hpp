// Named values by category, collected while a process or a region is open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The latest value of each name, as JSON. Memory: at most `most_values` values of at most
/// `most_bytes` bytes each, from a share that the caller keeps; what finds no room is left out.
class value_set {
 public:
  static constexpr std::size_t most_values = 1'000;
  static constexpr std::size_t most_bytes = 16'384;

  bool empty() const noexcept { return values_.empty(); }

  /// False when the value is left out.
  template <class T>
  bool set(std::string_view category, std::string_view name, T const& value,
           read::memory_share& memory) {
    read::short_buffer<most_bytes> json;
    detail::append_json(json, value);
    names const sought{read::cut_text(category, longest_name), read::cut_text(name, longest_name)};
    std::size_t const size = sought.first.size() + sought.second.size() + json.size() + per_value;
    auto place = std::lower_bound(
        values_.begin(), values_.end(), sought,
        [](entry const& known, names const& other) { return known.name() < other; });
    bool const is_known = place != values_.end() && place->name() == sought;
    if (json.failed() || (!is_known && values_.size() == most_values) || !memory.take(size))
      return false;
    memory_ += size;
    if (is_known) {
      std::size_t const before = size - json.size() + place->json.size();
      memory.give_back(before);
      memory_ -= before;
    } else {
      place = values_.insert(place, {std::string{sought.first}, std::string{sought.second}, {}});
    }
    place->json = json.view();
    return true;
  }

  /// Bytes that it has taken from the share.
  std::size_t memory() const noexcept { return memory_; }

  /// `{"category":{"name":value}}`
  std::string json() const {
    detail::buffer out;
    out.append('{');
    for (std::size_t i = 0; i < values_.size(); ++i) {
      entry const& value = values_[i];
      bool const is_first = i == 0 || values_[i - 1].category != value.category;
      if (i != 0) out.append(is_first ? "}," : ",");
      if (is_first) {
        detail::append_json_string(out, value.category);
        out.append(":{");
      }
      detail::append_json_string(out, value.key);
      out.append(':');
      out.append(std::string_view{value.json});
    }
    out.append(values_.empty() ? "}" : "}}");
    return std::string{out.view()};
  }

 private:
  using names = std::pair<std::string_view, std::string_view>;
  struct entry {
    std::string category;
    std::string key;
    std::string json;

    names name() const noexcept { return {category, key}; }
  };

  static constexpr std::size_t longest_name = 500;
  /// The memory that the containers take for a value, besides its texts.
  static constexpr std::size_t per_value = 256;

  std::vector<entry> values_;  ///< sorted by name
  std::size_t memory_ = 0;
};

}}}  // namespace trace2::v0::exporter
