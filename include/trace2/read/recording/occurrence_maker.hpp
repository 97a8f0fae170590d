// Turns stored events of a recording into occurrences, the form that all users of traces read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/detail/member_value.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/recording/member_reader.hpp>
#include <trace2/read/recording/region_occurrences.hpp>
#include <trace2/read/recording/schema_event.hpp>
#include <trace2/read/recording/short_event.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Makes one occurrence after the other, in memory that it reuses. Allocates nothing once it has
/// seen an event of each kind.
class occurrence_maker final : member_renderer {
 public:
  occurrence_maker() = default;
  occurrence_maker(occurrence_maker const&) = delete;
  occurrence_maker& operator=(occurrence_maker const&) = delete;

  /// The occurrence is valid until the next call, and as long as the event. Null when the bytes of
  /// the event don't match its schema.
  occurrence const* make(std::string_view sid, stored_event const& from) {
    if (from.is_plain_region()) return &regions_.make(sid, from);
    made_.sid = sid;
    made_.thread = from.thread;
    made_.thread_key = from.thread_key;
    made_.nanoseconds = from.nanoseconds;
    made_.wall = bounded_moment(from.at());
    made_.file = from.file;
    made_.line = from.line;
    made_.repo = {from.repo};
    made_.t_abs.reset();
    made_.t_rel.reset();
    made_.nesting.reset();
    made_.label_key = no_key;
    made_.others = {};
    if (from.what != nullptr) {
      if (!fill_long(from)) return nullptr;
      made_.wall = finer(from.told_wall, from.at());
    } else {
      fill_short(from);
    }
    refine(from);
    return &made_;
  }

 private:
  /// Times to the nanosecond, in place of what the event tells. Only if they agree: a ring may have
  /// overwritten the scale of the clock.
  void refine(stored_event const& from) noexcept {
    if (made_.t_abs && agree(made_.t_abs->in_microseconds(), from.elapsed()))
      made_.t_abs = fine_duration{from.elapsed()};
    if (made_.t_rel && from.since && agree(made_.t_rel->in_microseconds(), from.length()))
      made_.t_rel = fine_duration{from.length()};
  }
  static bool agree(std::int64_t microseconds, nanoseconds length) noexcept {
    std::int64_t const distance = saturating_difference(microseconds, length.count() / 1'000);
    return -1 <= distance && distance <= 1;
  }
  static moment finer(std::int64_t microseconds, moment at) noexcept {
    bool const is_same = whole_microseconds(at) == microseconds;
    return is_same ? bounded_moment(at) : moment_at(microseconds);
  }

  template <class Event>
  Event& emplace(Event const& event = {}) {
    made_.event_name = Event::event_name;
    return made_.event.template emplace<Event>(event);
  }

  // ---- short records ----

  void fill_short(stored_event const& from) {
    if (from.where != nullptr) made_.label_key = from.where->label_key;
    visit_short<false>(from, [this](auto const& event) { copy_times(emplace(event)); });
    static constexpr json_member waits[] = {{"waits", {"true", json_kind::literal}}};
    if (from.is_wait()) made_.others = other_members{waits};
  }

  // ---- events of the library ----

  bool fill_long(stored_event const& from) {
    constexpr std::size_t count = boost::mp11::mp_size<builtin_events>::value;
    schema const& what = *from.what;
    if (what.listed >= count) return fill_other(from);
    return boost::mp11::mp_with_index<count>(what.listed, [&](auto index) {
      auto& event = emplace<boost::mp11::mp_at<builtin_events, decltype(index)>>();
      return what.is_as_listed ? fill_as_listed(event, from) : fill_by_name(event, from);
    });
  }

  template <class Event>
  bool fill_as_listed(Event& event, stored_event const& from) {
    if (!members_.read(from.members, event)) return false;
    check_json(event);
    copy_times(event);
    return true;
  }

  /// Members that this program does not know, or knows with another type, become `others`.
  template <class Event>
  bool fill_by_name(Event& event, stored_event const& from) {
    schema_event& stored = stored_.of(*from.what);
    if (!stored.read(from.members)) return false;
    is_taken_.assign(stored.count(), false);
    for_each_member<Event>([&](auto member) { take(stored, member.name, event.*member.pointer); });
    check_json(event);
    copy_times(event);
    show_others(stored);
    return true;
  }

  template <class T>
  void take(schema_event const& stored, std::string_view name, T& to) {
    if constexpr (std::is_same_v<T, std::string_view>) to = {};
    stored.for_each([&](std::size_t place, auto const& as, member_value const& value) {
      if (as.name == name && !is_taken_[place] && assign(to, as.type, value))
        is_taken_[place] = true;
    });
  }

  /// Repairs JSON members, because a program may have passed ill-formed text.
  template <class Event>
  void check_json(Event& event) {
    for_each_member<Event>([&](auto member) {
      auto& value = event.*member.pointer;
      if constexpr (std::is_same_v<decltype(value), json_text&>) {
        if (value.text.data() == nullptr) return;
        json_.clear();
        trace2::detail::append_json(json_, value);
        value.text = json_.view();
      }
    });
  }

  template <class Event>
  void copy_times(Event const& event) {
    if constexpr (requires { made_.t_abs = event.t_abs; }) made_.t_abs = event.t_abs;
    if constexpr (requires { made_.t_rel = event.t_rel; }) made_.t_rel = event.t_rel;
    if constexpr (requires { made_.nesting = event.nesting; }) made_.nesting = event.nesting;
  }

  // ---- all others ----

  bool fill_other(stored_event const& from) {
    schema_event& stored = stored_.of(*from.what);
    if (!stored.read(from.members)) return false;
    made_.event_name = from.what->name;
    is_taken_.assign(stored.count(), false);
    duration time{};
    int nesting{};
    stored.for_each([&](std::size_t, auto const& as, member_value const& value) {
      if (as.name == "t_abs" && assign(time, as.type, value)) made_.t_abs = time;
      if (as.name == "t_rel" && assign(time, as.type, value)) made_.t_rel = time;
      if (as.name == "nesting" && assign(nesting, as.type, value)) made_.nesting = nesting;
    });
    show_others(stored);
    made_.event = other_event{made_.event_name, made_.others};
    return true;
  }

  void show_others(schema_event const& of) {
    shown_ = &of;
    made_.others = other_members{*this};
  }

  std::span<json_member const> render() override {
    if (shown_ == nullptr) return others_;
    others_.clear();
    std::size_t used = 0;
    shown_->for_each([&](std::size_t place, auto const& as, member_value const& value) {
      if (is_taken_[place] || value.is_absent(as.type)) return;
      if (used == texts_.size()) texts_.emplace_back();
      trace2::buffer& json = texts_[used++];
      json.clear();
      value.visit(as.type, [&](auto const& of) { trace2::detail::append_json(json, of); });
      others_.push_back({as.name, scanned(json.view())});
    });
    shown_ = nullptr;
    return others_;
  }

  occurrence made_;
  region_occurrences regions_;
  member_reader members_;
  schema_events stored_;
  std::vector<bool> is_taken_;
  schema_event const* shown_ = nullptr;  ///< the event whose members `render` still has to render
  std::vector<json_member> others_;
  std::deque<trace2::buffer> texts_;
  trace2::buffer json_;
};

}}}}  // namespace trace2::v0::read::recording
