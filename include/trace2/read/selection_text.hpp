// Parses lengths and moments as a person types them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/number_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/local_text.hpp>
#include <trace2/read/time_text.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// A length such as `500ns`, `250ms`, `1.5s`, `10m` or `2h`. Units: ns, us, ms, s, m or min, h, d,
/// w; seconds without one. Nothing for other text, and for a length below 0 or of more than 36
/// years.
inline std::optional<fine_duration> parse_length(std::string_view text) noexcept {
  struct unit {
    std::string_view name;
    double nanoseconds;
  };
  constexpr double second = 1e9;
  constexpr unit units[] = {{"", second},
                            {"ns", 1},
                            {"us", 1e3},
                            {"ms", 1e6},
                            {"s", second},
                            {"m", 60 * second},
                            {"min", 60 * second},
                            {"h", 3'600 * second},
                            {"d", 86'400 * second},
                            {"w", 604'800 * second}};
  constexpr auto most = static_cast<double>(fine_duration::longest);
  std::size_t const end = text.find_first_not_of("0123456789.");
  double number = 0;
  if (end == 0 || !trace2::detail::number_from(text.substr(0, end), number)) return {};
  std::string_view const name = end == text.npos ? std::string_view{} : text.substr(end);
  for (unit const& known : units)
    if (name == known.name && number * known.nanoseconds < most)
      return fine_duration::nanoseconds(std::llround(number * known.nanoseconds));
  return {};
}

/// The microseconds since the epoch of a moment: a time with its zone (`parse_time`); a date, or a
/// date and a time of day, of the local time zone; a time of day of the day of `now`; `now`; or a
/// length with its unit, which counts back from `now`, also with " ago" behind it. Nothing for
/// other text: a bare number would be a year for its writer.
inline std::optional<std::int64_t> parse_moment(std::string_view text, std::int64_t now) {
  if (text == "now") return now;
  if (auto const moment = parse_time(text)) return moment;
  std::string_view const length =
      text.ends_with(" ago") ? text.substr(0, text.size() - std::string_view{" ago"}.size()) : text;
  bool const has_unit = !length.empty() && detail::is_lower(length.back());
  if (auto const before = has_unit ? parse_length(length) : std::nullopt)
    return now - before->in_microseconds();

  // Parsed as a time of UTC, which checks its form, and then moved to the local time zone.
  std::string whole{text};
  constexpr std::size_t date_only = std::string_view{"2000-01-31"}.size();
  constexpr std::size_t without_seconds = std::string_view{"2000-01-31 12:34"}.size();
  bool const is_of_today = whole.size() > 2 && whole[2] == ':';
  if (is_of_today) whole.insert(0, local_text(now / 1'000'000, "%Y-%m-%dT"));
  if (whole.size() == date_only) whole += "T00:00";
  if (whole.size() == without_seconds) whole += ":00";
  auto const as_utc = parse_time(whole + "Z");
  if (!as_utc) return {};
  std::int64_t const fraction = *as_utc % 1'000'000;
  auto const seconds = static_cast<std::time_t>((*as_utc - fraction) / 1'000'000);
  std::tm local{};
  if (::gmtime_r(&seconds, &local) == nullptr) return {};
  local.tm_isdst = -1;
  std::time_t const moment = std::mktime(&local);
  return moment == -1 ? std::optional<std::int64_t>{} : std::int64_t{moment} * 1'000'000 + fraction;
}

}}}  // namespace trace2::v0::read
