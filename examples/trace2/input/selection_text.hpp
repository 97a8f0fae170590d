// Parses lengths and moments as a person types them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/local_text.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/value/number.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2::program {

/// A length such as `500ns`, `250ms`, `1.5s`, `10m` or `2h`. Units: ns, us, ms, s, m or min, h, d,
/// w; seconds without one. Nothing for other text, and for a length below 0 or of more than 36
/// years.
std::optional<read::fine_duration> parse_length(std::string_view text) noexcept;

/// The microseconds since the epoch of a moment: a time with its zone (`parse_time`); a date, or a
/// date and a time of day, of the local time zone; a time of day of the day of `now`; `now`; a
/// length with its unit, which counts back from `now`, also with " ago" behind it; or words
/// (`parse_spoken_moment`). Nothing for other text: a bare number would be a year for its writer.
std::optional<std::int64_t> parse_moment(std::string_view text, std::int64_t now);

}  // namespace trace2::program
