// Converts values of a recording to members with the same name but another type in this program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/detail/member_value.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>

#include <cmath>
#include <concepts>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

using trace2::detail::member_type;
using trace2::detail::member_value;

template <class T>
inline constexpr bool is_whole_number =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

/// Stores a value if the conversion loses nothing; else returns false and does nothing.
template <class T, class Value>
bool assign(T& to, Value const& value) {
  if constexpr (std::same_as<T, Value>) {
    to = value;
    return true;
  } else if constexpr (std::same_as<T, duration> && std::floating_point<Value>) {
    constexpr double most = 1e10;
    auto const seconds = static_cast<double>(value);
    if (!(std::abs(seconds) < most)) return false;
    to = duration::microseconds(std::llround(seconds * 1e6));
    return true;
  } else if constexpr (std::same_as<T, data_value> && std::constructible_from<T, Value>) {
    to = data_value{value};
    return true;
  } else if constexpr (is_whole_number<T> && is_whole_number<Value>) {
    if (!std::in_range<T>(value)) return false;
    to = static_cast<T>(value);
    return true;
  } else {
    return false;
  }
}
template <class T>
bool assign(T& to, member_type type, member_value const& from) {
  bool is_done = false;
  from.visit(type, [&](auto const& value) { is_done = assign(to, value); });
  return is_done;
}

}}}}  // namespace trace2::v0::read::recording
