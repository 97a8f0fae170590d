// Events that bracket a part of the program's work. NORMAL ignores them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>

namespace trace2 { inline namespace v0 { namespace event {

namespace detail {

/// A message follows its label after a blank, even when one of the two is empty (R-PRF-13).
void label_and_message(auto& line, std::string_view label, std::string_view msg) {
  if (label.data() != nullptr) line << "label:" << label;
  if (msg.data() != nullptr) line << ' ' << msg;
}

}  // namespace detail

/// A region begins.
struct region_enter {
  static constexpr std::string_view event_name = "region_enter";
  static constexpr event_traits traits{.frequent = true};
  int nesting{};                ///< open regions of the thread, this one included
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  std::string_view msg{};       ///< the message; null: none
  void perf(auto& line) const { detail::label_and_message(line, label, msg); }
};
TRACE2_DETAIL_DESCRIBE(region_enter, nesting, category, label, msg)

/// A region ends. Its names are those the caller gives; nothing compares them (R-REG-06).
struct region_leave {
  static constexpr std::string_view event_name = "region_leave";
  static constexpr event_traits traits{.frequent = true};
  duration t_rel{};             ///< since the innermost open region was entered
  int nesting{};                ///< the level, as in its region_enter
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  std::string_view msg{};       ///< the message; null: none
  void perf(auto& line) const { detail::label_and_message(line, label, msg); }
};
TRACE2_DETAIL_DESCRIBE(region_leave, t_rel, nesting, category, label, msg)

}}}  // namespace trace2::v0::event
