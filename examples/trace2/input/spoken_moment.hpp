// Moments in words, as people say them to Git: "yesterday", "2 weeks ago".
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2::program {

/// The microseconds since the epoch of a moment in words:
///
///     moment = [clock] day | day [clock] | clock
///     day    = "today" | "yesterday" | lengths ["ago"] | "last" (unit | weekday)
///     clock  = "midnight" | "noon" | HH:MM[:SS]      of today, unless a day is named
///     length = (number | "a" | "an" | "one" … "ten") unit
///     unit   = second, minute, hour, day, week, month or year, also with an "s"
///
/// Blanks, dots and commas part the words, in upper or lower case. Weeks and shorter units are
/// lengths of time; months and years are those of the local calendar. "last friday" is the latest
/// one before today, and "yesterday" 24 hours ago, at the time of day that it is now unless there
/// is a clock: as with Git. Nothing for other text, and for moments before 1970. Cost: that of the
/// text, which has at most 100 characters.
std::optional<std::int64_t> parse_spoken_moment(std::string_view text, std::int64_t now);

}  // namespace trace2::program
