// Values of a recording for members that have the same name in this program, but perhaps another
// type.
#pragma once

#include <trace2/event/member_value.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/value.hpp>

#include <cmath>
#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

using trace2::detail::member_type;
using trace2::detail::member_value;

/// Stores a value where that loses nothing; false, and nothing done, elsewhere.
template <class T>
bool assign(T& to, member_type type, member_value const& from) {
  bool is_done = false;
  auto const store = [&](auto const& value) {
    to = value;
    is_done = true;
  };
  from.visit(type, [&]<class Value>(Value const& value) {
    if constexpr (std::same_as<T, Value>) {
      store(value);
    } else if constexpr (std::same_as<T, seconds> && std::floating_point<Value>) {
      constexpr double most = 1e10;
      if (std::abs(value) < most) store(seconds{std::llround(double{value} * 1e6)});
    } else if constexpr (std::same_as<T, data_value> &&
                         (std::integral<Value> || std::floating_point<Value> ||
                          std::same_as<Value, std::string_view>)) {
      if constexpr (!std::same_as<Value, char>) store(data_value{value});
    } else if constexpr (std::integral<T> && std::integral<Value>) {
      constexpr bool is_number = !std::same_as<T, bool> && !std::same_as<Value, bool> &&
                                 !std::same_as<T, char> && !std::same_as<Value, char>;
      if constexpr (is_number)
        if (std::in_range<T>(value)) store(static_cast<T>(value));
    }
  });
  return is_done;
}

}}}}  // namespace trace2::v0::read::recording
