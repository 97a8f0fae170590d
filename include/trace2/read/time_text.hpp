// Parses times and durations as writers of traces spell them, to microseconds.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/swar.hpp>
#include <trace2/detail/time/calendar.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {
namespace detail {

/// Days since the epoch; the inverse of `calendar_date::of`, with the same years from March on.
constexpr std::int64_t day_of(std::int64_t year, std::int64_t month, std::int64_t day) noexcept {
  bool const is_after_february = month > 2;
  std::int64_t const shifted = is_after_february ? year : year - 1;
  std::int64_t const days = (153 * (month + (is_after_february ? -3 : 9)) + 2) / 5 + day - 1;
  return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + days - 719'468;
}

/// Days of a month, 1 to 12.
constexpr std::int64_t days_of(std::int64_t year, std::int64_t month) noexcept {
  bool const is_last = month == 12;
  return day_of(is_last ? year + 1 : year, is_last ? 1 : month + 1, 1) - day_of(year, month, 1);
}

/// Reads parts of fixed width from the front of a text.
class moment_reader {
 public:
  constexpr explicit moment_reader(std::string_view text) noexcept : rest_{text} {}

  /// A number of exactly `count` digits; -1 if there are fewer.
  constexpr std::int64_t digits(std::size_t count) noexcept {
    if (rest_.size() < count) return -1;
    std::int64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_digit(rest_[i])) return -1;
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  /// A number of exactly `count` digits, at most `most`.
  constexpr bool digits(std::size_t count, std::int64_t most, std::int64_t& value) noexcept {
    value = digits(count);
    return value >= 0 && value <= most;
  }

  constexpr bool take(std::string_view one_of) noexcept {
    if (rest_.empty() || one_of.find(rest_.front()) == one_of.npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Decimals behind a point, as millionths. Further decimals are cut off.
  constexpr std::int64_t millionths() noexcept {
    std::int64_t value = 0;
    std::int64_t unit = 100'000;
    for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1)) {
      value += (rest_.front() - '0') * unit;
      unit /= 10;
    }
    return value;
  }

  constexpr bool is_at_end() const noexcept { return rest_.empty(); }
  constexpr char front() const noexcept { return rest_.empty() ? '\0' : rest_.front(); }

 private:
  std::string_view rest_;
};

/// Reads six digits; false if one of the characters is none.
[[gnu::always_inline]] inline bool six_digits_from(char const* at, std::uint32_t& value) noexcept {
  std::uint32_t first = 0;
  std::uint16_t last = 0;
  std::memcpy(&first, at, sizeof first);
  std::memcpy(&last, at + sizeof first, sizeof last);
  if constexpr (std::endian::native == std::endian::big) {
    first = __builtin_bswap32(first);
    last = __builtin_bswap16(last);
  }
  // The digits of a number of eight with two zeros in front, the first one lowest.
  swar::word digits =
      (swar::word{last} << 48 | swar::word{first} << 16) - (swar::repeat('0') << 16);
  if (swar::mark_below(digits, 10) != swar::high_bits) return false;
  // Pairs of digits, pairs of these, and all of them.
  digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffff;
  value = static_cast<std::uint32_t>(digits * 10'000 + (digits >> 32));
  return true;
}

/// True if a number has so many digits, or such an exponent, that it is larger than any double.
inline bool is_beyond_double(std::string_view text) noexcept {
  constexpr std::size_t most_digits = std::numeric_limits<double>::max_exponent10;
  if (text.starts_with('-')) text.remove_prefix(1);
  std::size_t const whole = std::min(text.find_first_not_of("0123456789"), text.size());
  if (whole == 0 || text.find_first_not_of("0123456789.eE+-") != text.npos) return false;
  std::size_t const mark = text.find_first_of("eE");
  int exponent = 0;
  if (mark != text.npos) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    if (bool is_cut = false; !read::clamped_number_from(digits, exponent, is_cut)) return false;
  }
  constexpr int enough = 1'000;
  return std::clamp(exponent, -enough, enough) + static_cast<std::int64_t>(whole) >
         static_cast<std::int64_t>(most_digits) + 1;
}

/// Parses a JSON number and multiplies it by 10^Decimals, rounded. Nothing for other text; a number
/// out of range becomes the nearest end of the range. `Digits` in front of the point need no
/// floating point.
template <std::size_t Digits, std::size_t Decimals>
std::optional<std::int64_t> parse_fraction(std::string_view text) noexcept {
  // Git emits six decimals, which are read in a third of the time that others take.
  static_assert(Digits >= 9 && (Decimals == 6 || Decimals == 9));
  constexpr std::size_t six = 6;
  if (text.size() > six + 1 && text[text.size() - six - 1] == '.') {
    std::uint32_t whole = 0;
    std::uint32_t millionths = 0;
    if (six_digits_from(text.data() + text.size() - six, millionths) &&
        read::short_number_from(text.substr(0, text.size() - six - 1), whole))
      return (std::int64_t{whole} * 1'000'000 + millionths) * (Decimals == 9 ? 1'000 : 1);
  }
  constexpr std::size_t most_digits = Digits + 1 + Decimals;  // with the point
  std::size_t at = text.starts_with('-') ? 1 : 0;
  bool const is_negative = at != 0;
  std::size_t const begin = at;
  std::uint64_t value = 0;
  std::size_t const exact = std::min(text.size(), begin + most_digits);
  auto const take_digits = [&] {
    std::size_t const first = at;
    for (; at < exact && is_digit(text[at]); ++at)
      value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    return at - first;
  };
  // Nearly all writers emit no more decimals than this, which need no floating point.
  std::size_t const whole_digits = take_digits();
  std::size_t decimals = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    decimals = take_digits();
  }
  if (at == text.size() && decimals <= Decimals && whole_digits > 0 && whole_digits <= Digits) {
    for (; decimals < Decimals; ++decimals) value *= 10;
    auto const count = static_cast<std::int64_t>(value);
    return is_negative ? -count : count;
  }
  double number = 0;
  // Sums of some microseconds must not overflow; nanoseconds are bounded by their own type.
  constexpr double most = Decimals == 9 ? 9.2e18 : 1e18;
  if (!read::number_from(text, number) || !std::isfinite(number)) {
    if (!is_beyond_double(text)) return {};
    number = is_negative ? -most : most;
  }
  return std::llround(std::clamp(number * (Decimals == 9 ? 1e9 : 1e6), -most, most));
}

}  // namespace detail

namespace read {

/// Microseconds since the epoch of an RFC 3339 time with any number of decimals: Git's
/// `2000-01-31T12:34:56.000000Z`, and the `+01:00` or `+00:00Z` of other writers. Nothing for other
/// text.
constexpr std::optional<std::int64_t> parse_time(std::string_view text) noexcept {
  detail::moment_reader in{text};
  std::int64_t month = 0;
  std::int64_t day = 0;
  std::int64_t hour = 0;
  std::int64_t minute = 0;
  std::int64_t second = 0;
  std::int64_t const year = in.digits(4);
  if (year < 0 || !in.take("-") || !in.digits(2, 12, month) || !in.take("-") ||
      !in.digits(2, 31, day) || !in.take("Tt ") || !in.digits(2, 23, hour) || !in.take(":") ||
      !in.digits(2, 59, minute) || !in.take(":") || !in.digits(2, 60, second) || month == 0 ||
      day == 0 || day > detail::days_of(year, month))
    return {};
  std::int64_t const fraction = in.take(".,") ? in.millionths() : 0;

  std::int64_t ahead = 0;
  bool const is_behind = in.front() == '-';
  bool has_zone = false;
  if (in.take("+-")) {
    std::int64_t hours = 0;
    std::int64_t minutes = 0;
    if (!in.digits(2, 23, hours)) return {};
    in.take(":");
    if (!in.digits(2, 59, minutes)) return {};
    ahead = (hours * 60 + minutes) * (is_behind ? -60 : 60);
    has_zone = true;
  }
  // One writer emits Python's isoformat(), which has an offset, and a "Z" behind it.
  has_zone = in.take("Zz") || has_zone;
  if (!has_zone || !in.is_at_end()) return {};

  std::int64_t const seconds =
      ((detail::day_of(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - ahead;
  return seconds * 1'000'000 + fraction;
}

/// Parses the times of a trace. Most lines share their second with the line before, which this
/// class exploits.
class time_reader {
 public:
  std::optional<std::int64_t> read(std::string_view text) noexcept {
    if (text.size() != size_of_second + std::string_view{"000000Z"}.size() || text.back() != 'Z')
      return parse_time(text);
    std::uint32_t fraction = 0;
    if (!detail::six_digits_from(text.data() + size_of_second, fraction)) return parse_time(text);
    if (std::memcmp(text.data(), second_, size_of_second) != 0) {
      auto const time = parse_time(text);
      if (!time) return {};
      std::memcpy(second_, text.data(), size_of_second);
      begin_ = *time - fraction;
    }
    return begin_ + fraction;
  }

 private:
  static constexpr std::size_t size_of_second = std::string_view{"2000-01-31T12:34:56."}.size();

  /// The seconds part of the latest time in Git's form.
  char second_[size_of_second + 1] = "1970-01-01T00:00:00.";
  std::int64_t begin_ = 0;  ///< microseconds since the epoch of `second_`
};

/// Parses a JSON number of seconds, rounded to microseconds. Nothing for other text and for numbers
/// out of range.
inline std::optional<duration> parse_seconds(std::string_view text) noexcept {
  auto const count = detail::parse_fraction<10, 6>(text);
  return count ? std::optional{duration::microseconds(*count)} : std::nullopt;
}
/// The same of a text that may have a comma before its decimals, as writers in .NET have it in most
/// of Europe.
inline std::optional<duration> parse_local_seconds(std::string_view text) noexcept {
  if (auto const found = parse_seconds(text)) return found;
  char plain[32];
  std::size_t const comma = text.find(',');
  if (comma == text.npos || comma == 0 || text.size() > sizeof plain) return {};
  text.copy(plain, text.size());
  plain[comma] = '.';
  return parse_seconds({plain, text.size()});
}
/// As `parse_seconds`, rounded to nanoseconds.
inline std::optional<fine_duration> parse_fine_seconds(std::string_view text) noexcept {
  auto const count = detail::parse_fraction<9, 9>(text);
  return count ? std::optional{fine_duration{nanoseconds{*count}}} : std::nullopt;
}

/// Converts a duration to the program's own type, such as std::chrono::milliseconds: rounded to the
/// nearest unit, and clamped to the range of the type.
template <trace2::detail::chrono_duration Length>
Length chrono_from(duration from) noexcept {
  using rep = typename Length::rep;
  using range = std::numeric_limits<rep>;
  constexpr auto unit = trace2::detail::unit_in_microseconds::of(
      std::uint64_t{Length::period::num}, std::uint64_t{Length::period::den});
  long double const count = static_cast<long double>(from.in_microseconds()) *
                            static_cast<long double>(unit.divisor) /
                            static_cast<long double>(unit.multiplier);
  if constexpr (std::is_floating_point_v<rep>) {
    return Length{static_cast<rep>(count)};
  } else {
    long double const whole = std::round(count);
    if (whole <= static_cast<long double>(range::min())) return Length{range::min()};
    if (whole >= static_cast<long double>(range::max())) return Length{range::max()};
    return Length{static_cast<rep>(whole)};
  }
}

}  // namespace read
}}  // namespace trace2::v0
