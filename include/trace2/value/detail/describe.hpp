// Describes a struct of the library, as BOOST_DESCRIBE_STRUCT describes one of a program: for
// reflect.hpp, and for Boost.Describe's own functions.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/modifiers.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// The name of a member, a C string that may be a template argument.
template <std::size_t Size>
struct member_name {
  char text[Size];

  consteval member_name(char const (&literal)[Size]) noexcept {
    for (std::size_t i = 0; i < Size; ++i) text[i] = literal[i];
  }
};

/// The descriptor of a public member, with the members that those of Boost.Describe have.
template <auto Pointer, member_name Name, std::size_t Offset = static_cast<std::size_t>(-1)>
struct public_member {
  static constexpr auto pointer = Pointer;
  static constexpr char const* name = Name.text;
  static constexpr std::size_t offset = Offset;  ///< in a struct of standard layout
  static constexpr unsigned modifiers = boost::describe::mod_public;
};

/// The descriptor of a public base.
template <class Base>
struct public_base {
  using type = Base;
  static constexpr unsigned modifiers = boost::describe::mod_public;
};

template <class... Descriptors>
struct descriptor_list {};

}}}  // namespace trace2::v0::detail

/// Like `BOOST_DESCRIBE_STRUCT(Struct, (), (members...))`, for up to seven members. Boost's macro
/// defines functions with a lambda for each member. Every instrumented unit includes the events of
/// the library, and their lambdas would take a tenth of <iostream>. These functions are declared
/// only, and the compiler looks at the members when someone asks for them.
#define TRACE2_DETAIL_DESCRIBE(Struct, ...) TRACE2_DETAIL_DESCRIBE_BEHIND(, Struct, __VA_ARGS__)

/// The same for a class template: `Head` is what stands in front of each function, such as
/// `template <class T>`.
#define TRACE2_DETAIL_DESCRIBE_BEHIND(Head, Struct, ...) \
  TRACE2_DETAIL_DESCRIPTORS(Head, Struct, ,              \
                            __VA_OPT__(TRACE2_DETAIL_MEMBERS_7(Struct, __VA_ARGS__)))

/// The same for a class template with a public base that is described, and one member of its own.
#define TRACE2_DETAIL_DESCRIBE_DERIVED(Head, Struct, Base, member)             \
  TRACE2_DETAIL_DESCRIPTORS(Head, Struct, ::trace2::detail::public_base<Base>, \
                            ::trace2::detail::public_member<&Struct::member, #member>)

#define TRACE2_DETAIL_DESCRIPTORS(Head, Struct, Base, ...)                                 \
  Head ::trace2::detail::descriptor_list<Base> boost_base_descriptor_fn(Struct**);         \
  Head ::trace2::detail::descriptor_list<__VA_ARGS__> boost_public_member_descriptor_fn(   \
      Struct**);                                                                           \
  Head ::trace2::detail::descriptor_list<> boost_protected_member_descriptor_fn(Struct**); \
  Head ::trace2::detail::descriptor_list<> boost_private_member_descriptor_fn(Struct**);

#define TRACE2_DETAIL_MEMBER(Struct, member) \
  ::trace2::detail::public_member<&Struct::member, #member, __builtin_offsetof(Struct, member)>
// No macro calls itself, so each of the members has one.
#define TRACE2_DETAIL_MEMBERS_7(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_6(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_6(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_5(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_5(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_4(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_4(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_3(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_3(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_2(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_2(Struct, member, ...) \
  TRACE2_DETAIL_MEMBER(Struct, member)               \
  __VA_OPT__(, TRACE2_DETAIL_MEMBERS_1(Struct, __VA_ARGS__))
#define TRACE2_DETAIL_MEMBERS_1(Struct, member) TRACE2_DETAIL_MEMBER(Struct, member)
