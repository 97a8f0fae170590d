// Events without their types: constants that say what a type of events is, and the values of one
// event. From these, code that is the same for all events writes what is not in a hurry.
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/event/member_value.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/schema.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

/// What formats want to know of a type of events. Constant.
struct event_schema {
  struct member {
    member_type type{};
    std::string_view name{};
  };
  /// Appends what an event says of itself.
  using wording = void (*)(buffer& out, void const* event) noexcept;

  std::uint32_t flags;  ///< those of schema_flag
  bool is_urgent;
  // Places of the members that mean something to formats; -1 when there is none.
  int category;
  int label;
  int t_rel;
  int nesting;
  std::uint32_t count;
  member const* members;
  // Null when the event has none, or no target asks for it.
  wording normal;
  wording perf;
  wording perf_category;
  atomic<std::uint32_t>* number;  ///< in recordings, 0 until it has one; null where there are none
};

/// A view of an event that is valid as long as the event and its `typeless`.
class any_event {
 public:
  any_event(event_schema const& schema, std::string_view name, void const* event,
            member_value const* members) noexcept
      : schema_{schema}, name_{name}, event_{event}, members_{members} {}

  std::string_view name() const noexcept { return name_; }
  event_schema const& schema() const noexcept { return schema_; }
  bool has(schema_flag flag) const noexcept { return (schema_.flags & flag) != 0; }

  /// Calls `use(name, type, value)` for each member in order.
  template <class Use>
  void for_each_member(Use&& use) const {
    for (std::uint32_t i = 0; i < schema_.count; ++i)
      use(schema_.members[i].name, schema_.members[i].type, members_[i]);
  }

  bool has_category() const noexcept { return schema_.category >= 0; }
  std::string_view category() const noexcept { return text_at(schema_.category); }
  std::string_view label() const noexcept { return text_at(schema_.label); }
  bool has_t_rel() const noexcept { return schema_.t_rel >= 0; }
  duration t_rel() const noexcept { return members_[schema_.t_rel].as<duration>(); }
  /// Whether the event is nested deeper than that. A template, so that units that write nothing
  /// don't instantiate `visit`.
  template <std::integral Limit>
  bool is_deeper_than(Limit limit) const noexcept {
    bool is_deeper = false;
    if (int const place = schema_.nesting; place >= 0)
      members_[place].visit(schema_.members[place].type, [&](auto const& value) {
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
          is_deeper = static_cast<std::int64_t>(value) > limit;
      });
    return is_deeper;
  }

  /// Appends one of the schema's wordings that isn't null.
  void append_words(buffer& out, event_schema::wording words) const noexcept { words(out, event_); }

 private:
  std::string_view text_at(int place) const noexcept {
    return place < 0 ? std::string_view{} : members_[place].as<std::string_view>();
  }

  event_schema const& schema_;
  std::string_view name_;
  void const* event_;
  member_value const* members_;
};

/// As `record`, of an event without its type.
struct any_record : circumstances {
  any_event const& event;
};

/// A reader knows how the library's own events are worded; only the program knows that of others.
template <class Event>
concept library_event = requires(Event const* event) { is_of_library(event); } &&
                        !requires { Event::has_hidden_members; };

template <class Event>
inline constexpr std::uint32_t wording_flags =
    (has_normal<Event> ? normal_flag : 0u) | (has_perf<Event> ? perf_flag : 0u) |
    (has_perf_category<Event> ? perf_category_flag : 0u);

template <class Event>
inline constexpr std::uint32_t schema_flags =
    (is_timed<Event> ? timed_flag : 0u) | (is_dated_when_brief<Event> ? dated_flag : 0u) |
    (is_machine_only<Event> ? machine_flag : 0u) |
    (library_event<Event> ? 0u : wording_flags<Event>);

/// The number of the event's schema in the recording of the process.
template <event_type Event>
inline constinit atomic<std::uint32_t> recorded_number{0};

/// The wordings of an event, each only for who asks for it.
template <event_type Event>
struct wordings_of {
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

template <event_type Event>
struct member_table {
  event_schema::member members[member_count<Event> + 1];

  constexpr auto const* begin() const noexcept { return members; }
  constexpr auto const* end() const noexcept { return members + member_count<Event>; }
};

template <event_type Event>
inline constexpr auto members_in_order = [] {
  member_table<Event> table{};
  auto* next = table.members;
  for_each_member<Event>([&next]<class Member>(Member) {
    using type = std::remove_cvref_t<decltype(std::declval<Event const&>().*Member::pointer)>;
    *next++ = {member_type_of<type>(), Member::name};
  });
  return table;
}();

/// The place of the member of that name and of a type from `first` to `last`; -1 if there is none.
constexpr int find_member(auto const& members, std::string_view name, member_type first,
                          member_type last) noexcept {
  int place = 0;
  for (event_schema::member const& member : members) {
    if (member.name == name && member.type >= first && member.type <= last) return place;
    ++place;
  }
  return -1;
}

/// The schema for targets that ask for the wordings in `Wordings`, recordings among them or not.
template <event_type Event, std::uint32_t Wordings, bool IsRecorded>
inline constexpr event_schema schema_of = [] {
  constexpr auto& table = members_in_order<Event>;
  constexpr auto text = [](std::string_view name) {
    return find_member(table, name, member_type::text, member_type::text);
  };
  event_schema schema{
      .flags = schema_flags<Event>,
      .is_urgent = is_urgent<Event>,
      .category = text("category"),
      .label = text("label"),
      .t_rel = find_member(table, "t_rel", member_type::microseconds, member_type::microseconds),
      .nesting = find_member(table, "nesting", member_type::int8, member_type::uint64),
      .count = member_count<Event>,
      .members = table.members,
      .normal = nullptr,
      .perf = nullptr,
      .perf_category = nullptr,
      .number = nullptr};
  if (schema.label < 0) schema.label = text("key");
  if (schema.label < 0) schema.label = text("name");
  constexpr std::uint32_t wanted =
      (Wordings & wording_flags<Event>) | (IsRecorded ? schema_flags<Event> : 0u);
  if constexpr ((wanted & normal_flag) != 0) schema.normal = &wordings_of<Event>::normal;
  if constexpr ((wanted & perf_flag) != 0) schema.perf = &wordings_of<Event>::perf;
  if constexpr ((wanted & perf_category_flag) != 0)
    schema.perf_category = &wordings_of<Event>::perf_category;
  if constexpr (IsRecorded) schema.number = &recorded_number<Event>;
  return schema;
}();

/// An event's values, for as long as a format needs them.
template <event_type Event, std::uint32_t Wordings, bool IsRecorded>
class typeless {
 public:
  explicit typeless(Event const& event) noexcept
      : event_{schema_of<Event, Wordings, IsRecorded>, event.event_name, &event, members_} {
    member_value* next = members_;
    for_each_member<Event>([&](auto member) { *next++ = member_value{event.*member.pointer}; });
  }
  typeless(typeless const&) = delete;
  typeless& operator=(typeless const&) = delete;

  any_event const& event() const noexcept { return event_; }

 private:
  any_event event_;
  member_value members_[member_count<Event> + 1];
};

}}}  // namespace trace2::v0::detail
