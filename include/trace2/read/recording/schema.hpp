// The schemas and sites of a recording, as its definitions describe them, and the schemas that this
// program knows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/task.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/value/buffer.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Escapes a name for JSON, as formats expect names to be. A recording from a stranger may call its
/// events and members anything.
inline std::string safe_name(std::string_view name) {
  trace2::buffer safe;
  trace2::detail::append_json_escaped(safe, name);
  return std::string{safe.view()};
}

/// The description of a recording's events of one type.
struct schema {
  struct member {
    detail::member_type type;
    std::string name;
  };

  std::string name;
  std::uint32_t flags = 0;
  std::vector<member> members;
  event_kind listed = 0;      ///< the number of the `builtin_events` when none has this name
  bool is_as_listed = false;  ///< the members are those of this program's struct

  bool has(detail::schema_flag flag) const noexcept { return (flags & flag) != 0; }
};

/// A site: a place of the program with the names that it uses.
struct site {
  std::uint32_t line = 0;
  std::string file;
  std::string category;
  std::string label;
  bool has_file = false;
  bool has_category = false;
  bool has_label = false;
  text_key label_key = no_key;

  std::string_view view(std::string const& text, bool is_there) const noexcept {
    return is_there ? std::string_view{text} : std::string_view{};
  }
};

/// True if the recording describes the event as this program does.
template <event_type Event>
bool is_described_by(schema const& stored) {
  constexpr std::uint32_t wordings = detail::any_wording_flag;
  if (stored.name != Event::event_name ||
      (stored.flags & ~wordings) != (trace2::detail::schema_flags<Event> & ~wordings))
    return false;
  auto const& members = trace2::detail::members_in_order<Event>;
  return std::equal(stored.members.begin(), stored.members.end(), members.begin(), members.end(),
                    [](schema::member const& a, trace2::detail::schema_member const& b) {
                      return a.type == b.type && a.name == b.name;
                    });
}

/// Finds the event in `builtin_events` that a schema describes.
inline void recognise(schema& found) {
  constexpr std::size_t count = boost::mp11::mp_size<builtin_events>::value;
  found.listed = find_event<builtin_events>(found.name);
  if (found.listed < count)
    found.is_as_listed = boost::mp11::mp_with_index<count>(found.listed, [&found](auto index) {
      return is_described_by<boost::mp11::mp_at<builtin_events, decltype(index)>>(found);
    });
}

/// True if events of the schema are about a task, with whose number they begin.
inline bool is_about_task(schema const& of) noexcept {
  return kind_of<event::task_begin> <= of.listed && of.listed <= kind_of<event::task_region_leave>;
}

}}}}  // namespace trace2::v0::read::recording
