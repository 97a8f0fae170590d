// An event without its type: its schema and its values, from which one function writes all events.
// format.hpp says which formats get events this way, and which with their types.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/detail/member_value.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/record.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// Stores the values of an event that needs no `schema.read`.
[[gnu::noinline, gnu::cold]] inline void copy_values(event_schema const& schema, void const* event,
                                                     member_value* to) noexcept {
  for (schema_member const* each = schema.members; each != schema.members + schema.count; ++each)
    to++->copy(static_cast<char const*>(event) + each->offset, each->type);
}

/// A view of an event that is valid as long as the event and the room for its values. Reads the
/// values when the first format asks for one. Threads: one at a time.
class untyped_event {
 public:
  /// The values are stored in `room` when they are asked for.
  untyped_event(event_schema const& schema, std::string_view name, void const* event,
                member_value* room) noexcept
      : schema_{schema}, name_{name}, event_{event}, room_{room} {}
  /// The values are there.
  untyped_event(event_schema const& schema, std::string_view name, void const* event,
                member_value const* values) noexcept
      : schema_{schema}, name_{name}, event_{event}, values_{values} {}
  untyped_event(untyped_event const&) = delete;
  untyped_event& operator=(untyped_event const&) = delete;

  std::string_view name() const noexcept { return name_; }
  event_schema const& schema() const noexcept { return schema_; }
  bool has(schema_flag flag) const noexcept { return (schema_.flags & flag) != 0; }

  /// Calls `use(name, type, value)` for each member in order.
  template <class Use>
  void for_each_member(Use&& use) const {
    member_value const* value = values();
    for (std::uint32_t i = 0; i < schema_.count; ++i)
      use(schema_.members[i].name, schema_.members[i].type, *value++);
  }

  bool has_category() const noexcept { return schema_.places.category >= 0; }
  std::string_view category() const noexcept { return text_at(schema_.places.category); }
  std::string_view label() const noexcept { return text_at(schema_.places.label); }
  bool has_t_rel() const noexcept { return schema_.places.t_rel >= 0; }
  duration t_rel() const noexcept {
    return has_t_rel() ? values()[schema_.places.t_rel].as<duration>() : duration{};
  }
  /// True if the event is nested deeper than that. A template, so that units that write nothing
  /// don't instantiate `visit`.
  template <std::integral Limit>
  bool is_deeper_than(Limit limit) const noexcept {
    bool is_deeper = false;
    if (int const place = schema_.places.nesting; place >= 0)
      values()[place].visit(schema_.members[place].type, [&](auto const& value) {
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
          is_deeper = static_cast<std::int64_t>(value) > limit;
      });
    return is_deeper;
  }

  /// Appends one of the schema's wordings that isn't null.
  void append_words(buffer& out, event_schema::wording words) const noexcept { words(out, event_); }

  /// The event itself. The caller knows that it has this type.
  template <event_type Event>
  Event const& as() const noexcept {
    return *static_cast<Event const*>(event_);
  }

 private:
  member_value const* values() const noexcept {
    if (room_ != nullptr) {
      if (schema_.read != nullptr)
        schema_.read(event_, room_);
      else
        copy_values(schema_, event_, room_);
      values_ = room_;
      room_ = nullptr;
    }
    return values_;
  }
  [[gnu::noinline]] std::string_view text_at(int place) const noexcept {
    return place < 0 ? std::string_view{} : values()[place].as<std::string_view>();
  }

  event_schema const& schema_;
  std::string_view name_;
  void const* event_;
  mutable member_value* room_ = nullptr;  ///< null when the values are there
  mutable member_value const* values_ = nullptr;
};

/// As `record`, of an event without its type.
struct untyped_record : circumstances {
  untyped_event const& event;
};

/// An event without its type, and room for its values.
template <event_type Event, std::uint32_t Wordings, bool IsRecorded>
class without_type : public untyped_event {
 public:
  [[gnu::always_inline]] explicit without_type(Event const& event) noexcept
      : untyped_event{schema_of<Event, Wordings, IsRecorded>, event.event_name, &event, room_} {}
  without_type(Event const&&) = delete;  // it is borrowed

 private:
  member_value room_[member_count<Event> + 1];
};

}}}  // namespace trace2::v0::detail
