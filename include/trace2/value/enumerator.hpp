// Names of enumerators, through Boost.Describe. The header is apart from reflect.hpp, and does
// without Boost.Mp11, because every call that shows a value needs it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text.hpp>

#include <boost/describe/enumerators.hpp>

#include <type_traits>

namespace trace2 { inline namespace v0 {

/// An enumeration that BOOST_DESCRIBE_ENUM describes.
template <class T>
concept described_enum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

namespace detail {

template <class Enum, template <class...> class List, class... Enumerators>
constexpr text name_among(Enum value, List<Enumerators...> const*) noexcept {
  text name;
  ((Enumerators::value == value ? void(name = Enumerators::name) : void()), ...);
  return name;
}

}  // namespace detail

/// The name of an enumerator; absent when the value has none.
template <described_enum Enum>
constexpr text enumerator_name(Enum value) noexcept {
  using enumerators = boost::describe::describe_enumerators<Enum>;
  return detail::name_among(value, static_cast<enumerators const*>(nullptr));
}

}}  // namespace trace2::v0
