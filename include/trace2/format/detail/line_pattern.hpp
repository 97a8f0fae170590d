// A line that is written again and again with other times and another number.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The values in which two events of one site differ, besides their time.
struct site_values {
  duration t_abs{};
  duration t_rel{};
  std::int64_t number{};
};

/// The line of the events of one site, in which the microseconds of times and the number are
/// exchanged. The pattern knows no format: it compares the lines that a format writes for events
/// that differ in these values alone. Valid for one second of each time, as that doesn't change the
/// rest of the text.
///
/// A template, so that units without a session don't compile the functions.
template <std::size_t Most = 400>
class line_pattern {
 public:
  /// Bytes of the longest line that becomes a pattern. By default a thread's patterns are 512 bytes
  /// apart: a shift finds one.
  static constexpr std::size_t most = Most;

  /// The line of an event, valid until the next one. Empty when the pattern is of another second.
  [[gnu::always_inline]] std::string_view line_of(std::int64_t wall,
                                                  site_values const& values) noexcept {
    std::uint64_t const in_wall = static_cast<std::uint64_t>(wall) - seconds_[0];
    std::uint64_t const in_t_abs = bits_of(values.t_abs) - seconds_[1];
    std::uint64_t const in_t_rel = bits_of(values.t_rel) - seconds_[2];
    if (in_wall >= million || in_t_abs >= million || in_t_rel >= million) [[unlikely]]
      return {};
    // Also what the line doesn't show: behind its end.
    put_digits<digits>(text_ + places_[0], static_cast<std::uint32_t>(in_wall));
    put_digits<digits>(text_ + places_[1], static_cast<std::uint32_t>(in_t_abs));
    put_digits<digits>(text_ + places_[2], static_cast<std::uint32_t>(in_t_rel));
    std::size_t size = size_;
    if (tail_size_ != 0) {
      char* const end = put_decimal(text_ + size, values.number);
      std::memcpy(end, tail_, sizeof tail_);
      size = static_cast<std::size_t>(end - text_) + tail_size_;
    }
    return {text_, size};
  }

  /// Learns the line of an event. `write_other(out, wall, values)` writes that of an event which
  /// differs in these alone. False when the line is too long, or doesn't show each of them once at
  /// most, in its usual spelling and the number behind the times.
  template <class WriteOther>
  [[gnu::noinline, gnu::cold]] bool learn(std::string_view line, std::int64_t wall,
                                          site_values const& values,
                                          WriteOther const& write_other) noexcept {
    std::int64_t const times[] = {wall, values.t_abs.in_microseconds(),
                                  values.t_rel.in_microseconds()};
    std::int64_t others[count];
    for (std::size_t i = 0; i < count; ++i) {
      if (times[i] < 0) return false;
      std::int64_t const part = times[i] % million;
      seconds_[i] = static_cast<std::uint64_t>(times[i] - part);
      others[i] = times[i] - part + with_digits_moved(part, i + 1);
      places_[i] = most;
    }
    char number[max_decimal_size + 1];
    std::string_view const shown{number, put_decimal(number, values.number)};
    char const other_shown = shown[0] == '3' ? '7' : '3';
    char memory[most + 640];  // formats make room for more than they write
    buffer other_line{memory, sizeof memory};
    write_other(other_line, others[0],
                site_values{duration::microseconds(others[1]), duration::microseconds(others[2]),
                             other_shown - '0'});
    std::string_view const other = other_line.view();
    if (line.size() > most || other_line.failed()) return false;

    std::size_t at = 0;
    while (at < line.size() && at < other.size() &&
           (line[at] == other[at] || find_time(line, other, at)))
      ++at;
    size_ = static_cast<std::uint16_t>(at);
    tail_size_ = 0;
    line.copy(text_, at);
    line.remove_prefix(at);
    if (line.empty() && at == other.size()) return true;
    std::string_view const tail = other.substr(at < other.size() ? at + 1 : at);
    tail_size_ = static_cast<std::uint16_t>(tail.copy(tail_, sizeof tail_));
    return tail_size_ != 0 && tail_size_ == tail.size() && other[at] == other_shown &&
           line.starts_with(shown) && line.substr(shown.size()) == tail;
  }

 private:
  static constexpr std::size_t count = 3;  // of times: wall, t_abs, t_rel
  static constexpr std::int64_t million = 1'000'000;
  static constexpr int digits = 6;

  static std::uint64_t bits_of(duration time) noexcept {
    return static_cast<std::uint64_t>(time.in_microseconds());
  }

  /// Each of the digits differs from before, by an amount that tells the times from each other.
  static std::int64_t with_digits_moved(std::int64_t part, std::size_t by) noexcept {
    std::int64_t moved = 0;
    for (std::int64_t unit = 1; unit < million; unit *= 10)
      moved += (part / unit + static_cast<std::int64_t>(by)) % 10 * unit;
    return moved;
  }

  /// True if a time begins where the lines differ; moves to its last digit.
  bool find_time(std::string_view line, std::string_view other, std::size_t& at) noexcept {
    if (line.size() - at < digits || other.size() - at < digits) return false;
    int const by = (other[at] - line[at] + 10) % 10;
    if (by < 1 || by > static_cast<int>(count) || places_[by - 1] != most) return false;
    for (std::size_t i = at; i < at + digits; ++i) {
      bool const are_digits =
          line[i] >= '0' && line[i] <= '9' && other[i] >= '0' && other[i] <= '9';
      if (!are_digits || (other[i] - line[i] + 10) % 10 != by) return false;
    }
    places_[by - 1] = static_cast<std::uint16_t>(at);
    at += digits - 1;
    return true;
  }

  std::uint64_t seconds_[count];  ///< that the times are in, in microseconds
  std::uint16_t places_[count];   ///< of their microseconds; `most` where the line doesn't show it
  std::uint16_t size_;            ///< without the number and what is behind it
  std::uint16_t tail_size_;       ///< of what is behind the number; 0: no number
  char tail_[8];
  char text_[most + max_decimal_size + sizeof tail_];  ///< the latest line
};

}}}  // namespace trace2::v0::detail
