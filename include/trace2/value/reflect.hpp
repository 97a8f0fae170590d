// Reflection over described structs: a thin layer over Boost.Describe. Besides this header,
// detail/describe.hpp and enumerator.hpp, only headers that describe a type name Boost.Describe.
//
// The layer reads the descriptors that BOOST_DESCRIBE_STRUCT leaves for argument-dependent lookup;
// they have been the same since Boost 1.79. boost::describe::describe_members would bring
// Boost.Mp11, and every unit would compile longer by a tenth of <iostream>.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/enumerator.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/modifiers.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {

template <class T>
using bases_of = decltype(boost_base_descriptor_fn(static_cast<T**>(nullptr)));
template <class T>
using public_members_of = decltype(boost_public_member_descriptor_fn(static_cast<T**>(nullptr)));
template <class T>
using protected_members_of =
    decltype(boost_protected_member_descriptor_fn(static_cast<T**>(nullptr)));
template <class T>
using private_members_of = decltype(boost_private_member_descriptor_fn(static_cast<T**>(nullptr)));

template <class List, class Visitor>
constexpr void for_each_descriptor(Visitor&& visit) {
  [&]<template <class...> class Of, class... Descriptors>(Of<Descriptors...> const*) {
    (visit(Descriptors{}), ...);
  }(static_cast<List const*>(nullptr));
}

/// True for a non-static data member.
template <class Descriptor>
inline constexpr bool is_data_member =
    (Descriptor::modifiers & (boost::describe::mod_static | boost::describe::mod_function)) == 0;

/// True when a member of T hides the inherited member of that name.
template <class T>
constexpr bool hides(std::string_view inherited) {
  bool found = false;
  auto const compare = [&](auto member) { found = found || member.name == inherited; };
  for_each_descriptor<public_members_of<T>>(compare);
  for_each_descriptor<protected_members_of<T>>(compare);
  for_each_descriptor<private_members_of<T>>(compare);
  return found;
}

}  // namespace detail

/// A struct whose public members BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_CLASS describes.
template <class T>
concept described = std::is_class_v<T> && requires {
  typename detail::bases_of<T>;
  typename detail::public_members_of<T>;
};

/// Calls `visit(member)` for each described member in order, members of public bases first. Each
/// `member` has a type of its own with the `static constexpr` members `name` (a C string) and
/// `pointer` (a pointer to member).
template <described T, class Visitor>
constexpr void for_each_member(Visitor&& visit) {
  detail::for_each_descriptor<detail::bases_of<T>>([&]<class Base>(Base) {
    static_assert((Base::modifiers & boost::describe::mod_virtual) == 0,
                  "trace2: members of a virtual base can't be visited");
    if constexpr ((Base::modifiers & boost::describe::mod_public) != 0)
      for_each_member<typename Base::type>([&]<class Member>(Member member) {
        if constexpr (!detail::hides<T>(Member::name)) visit(member);
      });
  });
  detail::for_each_descriptor<detail::public_members_of<T>>([&]<class Member>(Member member) {
    if constexpr (detail::is_data_member<Member>) visit(member);
  });
}

/// Number of members that `for_each_member` visits.
template <described T>
inline constexpr std::size_t member_count = [] {
  std::size_t count = 0;
  for_each_member<T>([&count](auto) { ++count; });
  return count;
}();

}}  // namespace trace2::v0
