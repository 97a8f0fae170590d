// The schema of an event: constants that say of a type of events all that formats ask about it, so
// that code which is the same for all events can write them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/event/detail/member_value.hpp>
#include <trace2/event/library.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// Properties of an event in its schema, besides the members. Recordings store these numbers.
enum schema_flag : std::uint32_t {
  timed_flag = 1,           ///< PERF shows the absolute time
  dated_flag = 2,           ///< brief EVENT lines keep the time of day
  machine_flag = 4,         ///< NORMAL and PERF have no such line
  normal_flag = 8,          ///< its wording for NORMAL follows the members
  perf_flag = 16,           ///< … for PERF
  perf_category_flag = 32,  ///< … for PERF's column of categories
  any_wording_flag = normal_flag | perf_flag | perf_category_flag
};

/// The name of a member, and its type for formats.
struct schema_member {
  constexpr schema_member() noexcept = default;
  constexpr schema_member(member_type of_value, std::string_view of_member,
                          std::uint32_t in_event = 0) noexcept
      : type{of_value}, offset{in_event}, name{of_member} {}

  member_type type{};
  std::uint32_t offset = 0;  ///< of a value that a member_value holds as it is
  std::string_view name{};
};

/// The place of the member of that name and of a type from `first` to `last`; -1 if there is none.
constexpr int find_member(schema_member const* members, std::size_t count, std::string_view name,
                          member_type first, member_type last) noexcept {
  // The type first: it costs compilers least to compare.
  for (std::size_t i = 0; i < count; ++i)
    if (members[i].type >= first && members[i].type <= last && members[i].name == name)
      return static_cast<int>(i);
  return -1;
}

/// Where the members are that mean something to formats; -1 when there is none.
struct member_places {
  int category = -1;
  int label = -1;  ///< what a filter compares besides the category
  int t_rel = -1;
  int nesting = -1;

  constexpr member_places() noexcept = default;
  constexpr member_places(schema_member const* members, std::size_t count) noexcept {
    using enum member_type;
    category = find_member(members, count, "category", text, text);
    for (std::string_view const name : {"label", "key", "name"})
      if (label < 0) label = find_member(members, count, name, text, text);
    t_rel = find_member(members, count, "t_rel", microseconds, microseconds);
    nesting = find_member(members, count, "nesting", int8, uint64);
  }
};

struct event_schema {
  using member = schema_member;
  /// Appends the words of an event.
  using wording = void (*)(buffer& out, void const* event) noexcept;

  std::uint32_t flags = 0;  ///< those of schema_flag
  bool is_urgent = false;
  member_places places{};
  std::uint32_t count = 0;
  member const* members = nullptr;
  /// Stores the values of the members; null if they stand in the event as a member_value holds
  /// them, or are at hand.
  void (*read)(void const* event, member_value* to) noexcept = nullptr;
  // Null when the event has none, or no target asks for it.
  wording normal = nullptr;
  wording perf = nullptr;
  wording perf_category = nullptr;
  /// In recordings, 0 until it has one; null where there are none.
  atomic<std::uint32_t>* number = nullptr;
};

template <class Event>
inline constexpr std::uint32_t wording_flags =
    (has_normal<Event> ? normal_flag : 0u) | (has_perf<Event> ? perf_flag : 0u) |
    (has_perf_category<Event> ? perf_category_flag : 0u);

/// A reader knows how the library's own events are worded, unless they show what isn't described.
template <class Event>
inline constexpr std::uint32_t recorded_wordings =
    library_event<Event> && !traits_of<Event>.has_hidden_members ? 0u : wording_flags<Event>;

template <class Event>
inline constexpr std::uint32_t schema_flags =
    (traits_of<Event>.timed ? timed_flag : 0u) |
    (traits_of<Event>.dated_when_brief ? dated_flag : 0u) |
    (traits_of<Event>.machine_only ? machine_flag : 0u) | recorded_wordings<Event>;

/// The number of the event's schema in the recording of the process.
template <event_type Event>
inline constinit atomic<std::uint32_t> recorded_number{0};

/// Functions for code that doesn't know the type, each only for targets that ask for it.
template <event_type Event>
struct functions_of {
  static void read(void const* event, member_value* to) noexcept {
    auto const& typed = *static_cast<Event const*>(event);
    with_members<Event>(
        [&](auto... member) { ((*to++ = member_value{typed.*member.pointer}), ...); });
  }
  static void normal(buffer& out, void const* event) noexcept {
    text_line line{out};
    static_cast<Event const*>(event)->normal(line);
  }
  static void perf(buffer& out, void const* event) noexcept {
    text_line line{out};
    static_cast<Event const*>(event)->perf(line);
  }
  static void perf_category(buffer& out, void const* event) noexcept {
    text_line line{out};
    static_cast<Event const*>(event)->perf_category(line);
  }
};

inline constexpr std::uint32_t no_offset = UINT32_MAX;

/// Members that TRACE2_DETAIL_DESCRIBE describes have one.
template <class Member>
inline constexpr std::uint32_t offset_of = no_offset;
template <class Member>
requires requires { Member::offset; }
inline constexpr std::uint32_t offset_of<Member> = static_cast<std::uint32_t>(Member::offset);

template <event_type Event>
struct schema_members {
  schema_member members[member_count<Event> == 0 ? 1 : member_count<Event>];

  constexpr auto const* begin() const noexcept { return members; }
  constexpr auto const* end() const noexcept { return members + member_count<Event>; }
};

template <event_type Event>
inline constexpr auto members_in_order = with_members<Event>([]<class... Members>(Members...) {
  return schema_members<Event>{{{member_type_of<type_of_member<Event, Members>>(), Members::name,
                                 offset_of<Members>}...}};
});

/// True if all members can be copied by their offsets. Events of hot loops have code of their own.
template <event_type Event>
inline constexpr bool is_read_by_offset =
    std::is_standard_layout_v<Event> && !traits_of<Event>.frequent &&
    !std::is_same_v<Event, event::data_json> &&
    with_members<Event>([]<class... Members>(Members...) {
      return ((offset_of<Members> != no_offset &&
               member_table::holds<type_of_member<Event, Members>>) && ...);
    });

/// The schema for targets that ask for the wordings in `Wordings`, recordings among them or not.
template <event_type Event, std::uint32_t Wordings, bool IsRecorded>
inline constexpr event_schema schema_of = [] {
  constexpr auto& table = members_in_order<Event>;
  event_schema schema{.flags = schema_flags<Event>,
                      .is_urgent = traits_of<Event>.urgent,
                      .places = member_places{table.members, member_count<Event>},
                      .count = member_count<Event>,
                      .members = table.members};
  if constexpr (!is_read_by_offset<Event>) schema.read = &functions_of<Event>::read;
  constexpr std::uint32_t wanted =
      (Wordings & wording_flags<Event>) | (IsRecorded ? recorded_wordings<Event> : 0u);
  if constexpr ((wanted & normal_flag) != 0) schema.normal = &functions_of<Event>::normal;
  if constexpr ((wanted & perf_flag) != 0) schema.perf = &functions_of<Event>::perf;
  if constexpr ((wanted & perf_category_flag) != 0)
    schema.perf_category = &functions_of<Event>::perf_category;
  if constexpr (IsRecorded) schema.number = &recorded_number<Event>;
  return schema;
}();

}}}  // namespace trace2::v0::detail
