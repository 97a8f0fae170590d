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
#include <utility>

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

/// True for a non-static data member.
template <class Descriptor>
inline constexpr bool is_data_member =
    (Descriptor::modifiers & (boost::describe::mod_static | boost::describe::mod_function)) == 0;

template <template <class...> class List, class... Members>
constexpr bool is_among(List<Members...> const*, [[maybe_unused]] std::string_view name) noexcept {
  return ((Members::name == name) || ...);
}

/// True when a member of T hides the inherited member of that name.
template <class T>
constexpr bool hides(std::string_view inherited) noexcept {
  return is_among(static_cast<public_members_of<T> const*>(nullptr), inherited) ||
         is_among(static_cast<protected_members_of<T> const*>(nullptr), inherited) ||
         is_among(static_cast<private_members_of<T> const*>(nullptr), inherited);
}

/// The type of a member's value in an object of class T.
template <class T, class Member>
using type_of_member = std::remove_cvref_t<decltype(std::declval<T const&>().*Member::pointer)>;

}  // namespace detail

/// A struct whose public members BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_CLASS describes.
template <class T>
concept described = std::is_class_v<T> && requires {
  typename detail::bases_of<T>;
  typename detail::public_members_of<T>;
};

namespace detail {

/// The types of members, in order.
template <class... Members>
struct member_pack {
  static constexpr std::size_t size = sizeof...(Members);
};

template <class... Left, class... Right>
member_pack<Left..., Right...> operator+(member_pack<Left...>, member_pack<Right...>);

template <bool IsTaken, class Member>
using pack_if = std::conditional_t<IsTaken, member_pack<Member>, member_pack<>>;

template <template <class...> class List, class... Members>
auto data_members(List<Members...> const*)
    -> decltype((member_pack<>{} + ... + pack_if<is_data_member<Members>, Members>{}));

template <class T, class... Members>
auto not_hidden(member_pack<Members...>)
    -> decltype((member_pack<>{} + ... + pack_if<!hides<T>(Members::name), Members>{}));

template <class T>
struct visited_members;

template <class T, class Base>
struct inherited_members {
  static_assert((Base::modifiers & boost::describe::mod_virtual) == 0,
                "trace2: members of a virtual base can't be visited");
  static constexpr bool is_public = (Base::modifiers & boost::describe::mod_public) != 0;
  using of_base = std::conditional_t<is_public, visited_members<typename Base::type>,
                                     std::type_identity<member_pack<>>>;
  using type = decltype(not_hidden<T>(typename of_base::type{}));
};

template <class T, template <class...> class List, class... Bases>
auto members_of_bases(List<Bases...> const*)
    -> decltype((member_pack<>{} + ... + typename inherited_members<T, Bases>::type{}));

/// The members of public bases, and the type's own behind them.
template <class T>
struct visited_members {
  using type = decltype(members_of_bases<T>(static_cast<bases_of<T> const*>(nullptr)) +
                        data_members(static_cast<public_members_of<T> const*>(nullptr)));
};

template <class Visitor, class... Members>
constexpr decltype(auto) visit_all(Visitor&& visit, member_pack<Members...>) {
  return visit(Members{}...);
}

}  // namespace detail

/// Calls `visit(members...)` once, with each described member in order, members of public bases
/// first. Each of `members` has a type of its own with the `static constexpr` members `name` (a C
/// string) and `pointer` (a pointer to member).
template <described T, class Visitor>
[[gnu::always_inline]] constexpr decltype(auto) with_members(Visitor&& visit) {
  return detail::visit_all(visit, typename detail::visited_members<T>::type{});
}

/// Calls `visit(member)` for each of these members, one after the other.
template <described T, class Visitor>
[[gnu::always_inline]] constexpr void for_each_member(Visitor&& visit) {
  with_members<T>([&](auto... member) { (visit(member), ...); });
}

/// Number of members that `for_each_member` visits.
template <described T>
inline constexpr std::size_t member_count = detail::visited_members<T>::type::size;

}}  // namespace trace2::v0
