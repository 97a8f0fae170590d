// Named values by category, collected while a process or a region is open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "output/bounded_buffer.hpp"

namespace trace2::program {

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
    short_buffer<most_bytes> json;
    read::append_json(json, value);
    names const sought{read::cut_text(category, longest_name), read::cut_text(name, longest_name)};
    std::size_t const size = sought.first.size() + sought.second.size() + json.size() + per_value;
    auto place = values_.lower_bound(sought);
    bool const is_known = place != values_.end() && names{place->first} == sought;
    if (json.failed() || (!is_known && values_.size() == most_values) || !memory.take(size))
      return false;
    if (is_known)
      memory.give_back(size - json.size() + place->second.size());
    else
      place = values_.emplace_hint(place, sought, std::string{});
    place->second = json.view();
    return true;
  }

  /// `{"category":{"name":value}}`; empty without values.
  std::string json() const;

 private:
  using names = std::pair<std::string_view, std::string_view>;
  /// Compares views with what is kept.
  struct in_order {
    using is_transparent = void;
    bool operator()(names const& a, names const& b) const noexcept { return a < b; }
  };

  static constexpr std::size_t longest_name = 500;
  /// The memory that the containers take for a value, besides its texts.
  static constexpr std::size_t per_value = 256;

  std::map<std::pair<std::string, std::string>, std::string, in_order> values_;
};

}  // namespace trace2::program
