// Events of the program's own, and mistakes in their declarations, each said in one sentence before
// anything else of the library sees the event. The compiler names the event, and the member, beside
// the sentence.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/detail/text/json_form.hpp>
#include <trace2/detail/text/plain_name.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// Makes each of these names ambiguous in a class that has one itself.
struct wording_names {
  int normal;
  int perf;
  int perf_category;
};
template <class Event>
struct with_wording_names : Event, wording_names {};
template <class Event>
requires std::is_final_v<Event>
struct with_wording_names<Event> : wording_names {};

// clang-format off
/// A member function of that name that is no wording: not const, or it takes no line.
template <class Event>
concept misdeclares_normal =
    !has_normal<Event> && !requires(Event const& event) { event.normal; } &&
    !requires { &with_wording_names<Event>::normal; };
template <class Event>
concept misdeclares_perf =
    !has_perf<Event> && !requires(Event const& event) { event.perf; } &&
    !requires { &with_wording_names<Event>::perf; };
template <class Event>
concept misdeclares_perf_category =
    !has_perf_category<Event> && !requires(Event const& event) { event.perf_category; } &&
    !requires { &with_wording_names<Event>::perf_category; };

template <class T>
concept are_traits = std::is_same_v<std::remove_cvref_t<T>, event_traits>;

/// A member `traits` that is no constant of the event, which nobody looks at.
template <class Event>
concept misdeclares_traits = requires {
  requires are_traits<decltype(Event::traits)>;
} && !requires {
  { Event::traits } -> std::same_as<event_traits const&>;
};
// clang-format on

template <class T>
inline constexpr bool has_form =
    is_json_value<T>() || (member_type_of<T>() != member_type::rendered && !unwritten_number<T> &&
                           !unwritten_enum<T>);

/// `Member` is a pointer to a member of an event: compilers name both.
template <auto Member>
struct member_of_event {};
template <class Event, class T, T Event::*Member>
requires(!std::is_function_v<T>)
struct member_of_event<Member> {
  static_assert(has_form<T>,
                "trace2: no format can write this member of the event: describe this type with "
                "BOOST_DESCRIBE_STRUCT, or hold a text, a number or a trace2::json_text");
};

/// Has the compiler name the members that can't be written. No for_each_member, because compilers
/// show the way to a mistake.
template <class Event>
constexpr void name_members() noexcept {
  []<template <class...> class List, class... Members>(List<Members...> const*) {
    (static_cast<void>(sizeof(member_of_event<Members::pointer>)), ...);
  }(static_cast<public_members_of<Event> const*>(nullptr));
  []<template <class...> class List, class... Bases>(List<Bases...> const*) {
    (name_members<typename Bases::type>(), ...);
  }(static_cast<bases_of<Event> const*>(nullptr));
}

/// A name that is a constant, and that EVENT writes as it is. False, not an error, for a name that
/// is no constant.
template <class Event>
concept has_plain_event_name = requires {
  typename std::bool_constant<is_plain_name(Event::event_name)>;
  requires is_plain_name(Event::event_name);
};

/// True if it is an event at all; names the missing part.
template <class Event>
constexpr bool is_declared() noexcept {
  constexpr bool is_described = described<Event>;  // compilers explain a concept at length
  constexpr bool is_event = event_type<Event>;
  static_assert(is_described,
                "trace2: an event is a described struct: put BOOST_DESCRIBE_STRUCT(event, (), "
                "(member, ...)) behind it");
  static_assert(!is_described || is_event,
                "trace2: an event has a name: static constexpr std::string_view event_name = "
                "\"...\"");
  return is_event;
}

template <event_type Event>
struct declaration_of {
  static constexpr bool is_named = has_plain_event_name<Event>;
  static_assert(is_named,
                "trace2: the name of an event is a constant, not empty, in UTF-8, and without "
                "quotes, backslashes and control characters");
  static_assert(with_members<Event>([]<class... Members>(Members...) {
                  return (has_plain_name<Members> && ...);
                }),
                "trace2: the name of a member is not empty, in UTF-8, and without quotes, "
                "backslashes and control characters");
  static_assert(!misdeclares_normal<Event>,
                "trace2: a wording is declared as: void normal(auto& line) const");
  static_assert(!misdeclares_perf<Event>,
                "trace2: a wording is declared as: void perf(auto& line) const");
  static_assert(!misdeclares_perf_category<Event>,
                "trace2: a wording is declared as: void perf_category(auto& line) const");
  static_assert(!misdeclares_traits<Event>,
                "trace2: the traits of an event are declared as: "
                "static constexpr trace2::event_traits traits{.urgent = true}");

  /// True if each member can be written; `name_members` says which can't.
  static constexpr bool is_writable = with_members<Event>([]<class... Members>(Members...) {
    return (has_form<type_of_member<Event, Members>> && ...);
  });
};

/// In the unit that emits them, because no other knows their types.
template <class... Kinds>
struct program_events<target_list<Kinds...>> {
  using offer = offer_of<target_list<Kinds...>>;

  template <class Event>
  static void take(Event const& event, repo_id repo, call_site at) noexcept {
    if constexpr (!is_declared<Event>())
      return;
    else if constexpr (!declaration_of<Event>::is_writable)
      name_members<Event>();
    else if constexpr (offer::template is_wanted<Event>)
      if (is_on()) [[unlikely]]
        publish(event, repo, at);
  }

 private:
  template <event_type Event>
  [[gnu::noinline]] static void publish(Event const& event, repo_id repo, call_site at) noexcept {
    if (auto const* const on = verbs<true>(); on != nullptr) {
      typename offer::template without_type<Event> const erased{event};
      on->value->program_event({erased, offer::template entries_of<Event>}, repo, at);
    }
  }
};

}}}  // namespace trace2::v0::detail
