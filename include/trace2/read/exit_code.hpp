// Exit codes as traces tell them. Unknown is a state of its own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_scanner.hpp>
#include <trace2/read/number_text.hpp>

#include <cstdint>
#include <optional>

namespace trace2 { inline namespace v0 { namespace read {

template <class Events>
struct basic_occurrence;

/// An exit code, or 128 plus the number of a signal. Windows and others have codes that are no
/// bytes: -1, or 3221225477 for a crash.
using exit_code = std::optional<std::int64_t>;

/// The exit code of an event that has one. A code that is a text is among the event's other
/// members; one that is no number is unknown.
template <class Events>
exit_code exit_code_of(int code, basic_occurrence<Events> const& what) {
  if (what.wide_code) [[unlikely]]
    return what.wide_code;
  if (!what.others.may_have("code")) [[likely]]
    return code;
  for (json_member const& member : what.others) {
    if (member.name != "code") continue;
    std::int64_t number = 0;
    if (number_from(member.value.bare(), number)) return number;
    return {};
  }
  return code;
}

/// True if a process has ended otherwise than with success.
inline bool is_failure(exit_code code) noexcept { return code.value_or(0) != 0; }

}}}  // namespace trace2::v0::read
