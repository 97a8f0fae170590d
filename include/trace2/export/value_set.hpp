// Named values by category, collected while a process or a region is open.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/json_value.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The latest value of each name, as JSON. Memory: at most `most_values` values of at most
/// `most_bytes` bytes each; further ones are left out.
class value_set {
 public:
  static constexpr std::size_t most_values = 1'000;
  static constexpr std::size_t most_bytes = 16'384;

  bool empty() const noexcept { return values_.empty(); }

  template <class T>
  void set(std::string_view category, std::string_view name, T const& value) {
    detail::buffer json;
    detail::append_json(json, value);
    if (json.size() > most_bytes) return;
    auto const [found, is_new] = values_[std::string{category}].try_emplace(std::string{name});
    if (is_new && ++count_ > most_values) {
      values_[std::string{category}].erase(found);
      return;
    }
    found->second = json.view();
  }

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
  std::map<std::string, std::map<std::string, std::string>> values_;
  std::size_t count_ = 0;
};

}}}  // namespace trace2::v0::exporter
