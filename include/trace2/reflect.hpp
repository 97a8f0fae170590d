// The library's thin vocabulary over Boost.Describe: the only header that names it, besides those
// that describe something.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace trace2::inline v0 {

/// A struct whose public members are known through BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_CLASS.
template <class T>
concept described =
    std::is_class_v<T> && boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;

/// An enumeration known through BOOST_DESCRIBE_ENUM.
template <class T>
concept described_enum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

namespace detail {

template <described T>
using members_of = boost::describe::describe_members<T, boost::describe::mod_public |
                                                            boost::describe::mod_inherited>;

}  // namespace detail

/// Number of described members.
template <described T>
inline constexpr std::size_t member_count = boost::mp11::mp_size<detail::members_of<T>>::value;

/// Calls `visit(member)` for each described member in order, where `member` is an object of a type
/// of its own with `static constexpr` members `name` (a C string) and `pointer` (pointer to
/// member).
template <described T, class Visitor>
constexpr void for_each_member(Visitor&& visit) {
  boost::mp11::mp_for_each<detail::members_of<T>>(static_cast<Visitor&&>(visit));
}

/// The name of an enumerator; a null view when the value has none.
template <described_enum Enum>
constexpr std::string_view enumerator_name(Enum value) noexcept {
  std::string_view name;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
    if (enumerator.value == value) name = enumerator.name;
  });
  return name;
}

}  // namespace trace2::inline v0
