// One decoded line of an EVENT stream.
#pragma once

#include <trace2/read/event_list.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/repo_id.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// Everything that a line says. Nothing is lost: what is not understood is in `others`.
///
/// Lifetime: all texts are views of the line and of the memory of the decoder; they end when it
/// decodes the next line.
template <class Events>
struct basic_event_line {
  std::string_view text;        ///< as it was read
  std::string_view event_name;  ///< also of an event that is in no list
  std::string_view sid;
  std::string_view thread = "main";
  std::optional<std::int64_t> wall{};  ///< microseconds since the epoch; brief lines have none
  std::string_view file{};             ///< null when the line names no place
  int line = 0;
  repo_id repo{};
  /// Also of events whose description has no such member, if the writer says it.
  std::optional<duration> t_abs{};
  std::optional<duration> t_rel{};
  std::optional<int> nesting{};
  any_event<Events> event{};
  /// Members that the description of the event does not have, and those of another type than it
  /// says, in the order of the line.
  std::span<json_member const> others{};

  template <class Event>
  Event const* get() const noexcept {
    return std::get_if<Event>(&event);
  }
};

using event_line = basic_event_line<builtin_events>;

}}}  // namespace trace2::v0::read
