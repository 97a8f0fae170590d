// Named values by category, collected while a process or a region is open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

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
    read::bounded_buffer json{most_bytes};
    detail::append_json(json, value);
    category = read::cut_text(category, longest_name);
    name = read::cut_text(name, longest_name);
    std::string const group{category};
    std::string const key{name};
    auto const found = values_.find(group);
    bool const is_known = found != values_.end() && found->second.contains(key);
    std::size_t const size = category.size() + name.size() + json.size() + per_value;
    if (json.failed() || (!is_known && count_ == most_values) || !memory.take(size)) return false;
    memory_ += size;
    std::string& place = values_[group][key];
    if (is_known) {
      std::size_t const before = category.size() + name.size() + place.size() + per_value;
      memory.give_back(before);
      memory_ -= before;
    } else {
      ++count_;
    }
    place = json.view();
    return true;
  }

  /// Bytes that it has taken from the share.
  std::size_t memory() const noexcept { return memory_; }

  /// `{"category":{"name":value}}`
  std::string json() const {
    detail::buffer out;
    out.append('{');
    detail::json_list categories{out};
    for (auto const& [category, values] : values_) {
      categories.next();
      detail::append_json_string(out, category);
      out.append(":{");
      detail::json_list names{out};
      for (auto const& [name, value] : values) {
        names.next();
        detail::append_json_string(out, name);
        out.append(':');
        out.append(std::string_view{value});
      }
      out.append('}');
    }
    out.append('}');
    return std::string{out.view()};
  }

 private:
  static constexpr std::size_t longest_name = 500;
  /// The memory that the containers take for a value, besides its texts.
  static constexpr std::size_t per_value = 256;

  std::map<std::string, std::map<std::string, std::string>> values_;
  std::size_t count_ = 0;
  std::size_t memory_ = 0;
};

}}}  // namespace trace2::v0::exporter
