// The library's thin vocabulary over Boost.Describe: the only header that names it, besides those
// that describe something.
#pragma once

#include <trace2/enumerator.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <type_traits>

namespace trace2::inline v0 {

/// A struct whose public members are known through BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_CLASS.
template <class T>
concept described =
    std::is_class_v<T> && boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;

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

}  // namespace trace2::inline v0
