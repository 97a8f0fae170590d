// The library's thin vocabulary over Boost.Describe: the only header that names it, besides those
// that describe something.
//
// Why not boost::describe::describe_members: it brings Boost.Mp11, which every unit would take a
// tenth of <iostream> longer for. What it reads, the descriptors that BOOST_DESCRIBE_STRUCT leaves
// for argument-dependent lookup, has been the same since Boost 1.77.
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

/// A member that every object has for itself.
template <class Descriptor>
inline constexpr bool is_data_member =
    (Descriptor::modifiers & (boost::describe::mod_static | boost::describe::mod_function)) == 0;

/// True when a member of T has the name of this one, which is inherited.
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

/// A struct whose public members are known through BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_CLASS.
template <class T>
concept described = std::is_class_v<T> && requires {
  typename detail::bases_of<T>;
  typename detail::public_members_of<T>;
};

/// Calls `visit(member)` for each described member in order, those of public bases first, where
/// `member` is an object of a type of its own with `static constexpr` members `name` (a C string)
/// and `pointer` (pointer to member).
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

/// Number of described members.
template <described T>
inline constexpr std::size_t member_count = [] {
  std::size_t count = 0;
  for_each_member<T>([&count](auto) { ++count; });
  return count;
}();

}}  // namespace trace2::v0
