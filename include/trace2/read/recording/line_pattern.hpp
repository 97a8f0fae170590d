// A line of which only times and a number change from event to event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/digits.hpp>
#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/text/put.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Where a line shows a value of its event.
struct line_gap {
  std::uint16_t at = 0;
  std::uint16_t size = 0;  ///< 0: the line doesn't show the value

  std::size_t end() const noexcept { return std::size_t{at} + size; }

  /// Finds the gap, or that there is none, by comparing the lines of two events that differ in this
  /// value alone, which is spelt `shown` in one and `other_shown` in the other. False when the
  /// lines differ in anything else than these texts in one place.
  bool find(std::string_view line, std::string_view other, std::string_view shown,
            std::string_view other_shown) noexcept {
    *this = {};
    if (shown.size() != other_shown.size() || line.size() != other.size()) return false;
    std::size_t const in_text = first_difference(shown, other_shown);
    std::size_t const in_line = first_difference(line, other);
    if (in_text == shown.size()) return false;
    if (in_line == line.size()) return true;
    std::size_t const begin = in_line - in_text;
    if (in_line < in_text) return false;
    at = static_cast<std::uint16_t>(begin);
    size = static_cast<std::uint16_t>(shown.size());
    return line.substr(begin, size) == shown && other.substr(begin, size) == other_shown &&
           line.substr(end()) == other.substr(end());
  }

 private:
  static std::size_t first_difference(std::string_view a, std::string_view b) noexcept {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  }
};

/// The line that all plain events of one site and kind have on one thread and level, with gaps for
/// their times and numbers. It knows no format: it compares the lines that a format writes for
/// events that differ in one value alone.
class line_pattern {
 public:
  /// Bytes of the longest line that becomes a pattern.
  static constexpr std::size_t most = 448;

  /// Learns the pattern of a plain event. `render(line, event)` appends an event's line to an empty
  /// buffer. False when the line is too long, or doesn't show each value once at most and as it is
  /// spelt here. Errors: throws only when memory runs out.
  template <class Render>
  bool learn(stored_event const& from, Render const& render) {
    trace2::detail::buffer line;
    trace2::detail::buffer other;
    render(line, from);
    if (line.failed() || line.size() > most) return false;
    size_ = line.view().copy(text_, most);
    auto const find = [&](line_gap& gap, stored_event const& probe, auto const& spell) {
      other.clear();
      render(other, probe);
      return gap.find(line.view(), other.view(), spell(from), spell(probe));
    };
    stored_event probe = from;
    probe.wall_nanoseconds = earlier(from.wall_nanoseconds, year_and_all);
    is_local_ = find(wall_, probe, spell_wall<trace2::detail::local_time>);
    if (!is_local_ && !find(wall_, probe, spell_wall<trace2::detail::utc_time>)) return false;
    probe = from;
    probe.started = earlier(from.started, microsecond);
    if (!find(t_abs_, probe, [](auto const& of) { return spell_duration(of.t_abs()); }))
      return false;
    probe = from;
    probe.since = earlier(from.since.value_or(from.nanoseconds), microsecond);
    if (!find(t_rel_, probe, [](auto const& of) { return spell_duration(of.t_rel()); }))
      return false;
    number_ = {};
    if (from.is_enter() || from.is_leave()) return true;
    probe = from;
    probe.value ^= 1;
    if (!find(number_, probe, [](auto const& of) { return std::to_string(number_in(of)); }))
      return false;
    return number_.size == 0 || number_.at >= std::max({wall_.end(), t_abs_.end(), t_rel_.end()});
  }

  /// Appends the line of such an event. False, and nothing is appended, when one of its times takes
  /// another number of bytes. When memory runs out the buffer tells.
  bool append(trace2::detail::buffer& out, stored_event const& of) const noexcept {
    if (!out.reserve(room)) return true;
    char* const line = out.end();
    char* to = line;
    if (wall_.size != 0) {
      to = put_wall(trace2::detail::put(line, view_of(text_, wall_.at)), of.wall());
      if (to != line + wall_.end()) [[unlikely]]
        return false;
    }
    std::memcpy(to, text_ + wall_.end(), size_ - wall_.end());
    if (!put_time(line, t_abs_, of.t_abs()) || !put_time(line, t_rel_, of.t_rel())) [[unlikely]]
      return false;
    char* end = line + size_;
    if (number_.size != 0)
      end = trace2::detail::put(trace2::detail::put_decimal(line + number_.at, number_in(of)),
                                view_of(text_ + number_.end(), size_ - number_.end()));
    out.commit_until(end);
    return true;
  }

 private:
  static constexpr std::size_t room =
      most + trace2::detail::max_time_size + trace2::detail::max_decimal_size;

  static constexpr auto view_of = trace2::detail::view_of;

  static constexpr std::int64_t microsecond = 1'000;
  /// Changes each part of a date and time of day: a text that lacks some of them is another one.
  static constexpr std::int64_t year_and_all =
      ((400 * 24 + 1) * 60 + 1) * 60'000'000'000 + 1'000'001'000;

  static std::int64_t earlier(std::int64_t nanoseconds, std::int64_t by) noexcept {
    return nanoseconds > INT64_MIN + by ? nanoseconds - by : nanoseconds + by;
  }
  /// Plain numbers are not above the signed ones.
  static std::int64_t number_in(stored_event const& of) noexcept {
    return static_cast<std::int64_t>(of.value);
  }

  template <class Time>
  static std::string spell_wall(stored_event const& of) {
    char text[trace2::detail::max_time_size];
    return {text, trace2::detail::put(text, Time{of.wall()})};
  }
  static std::string spell_duration(std::int64_t microseconds) {
    char text[trace2::detail::max_duration_size];
    return {text, trace2::detail::put_duration(text, duration::microseconds(microseconds))};
  }

  char* put_wall(char* to, std::int64_t wall_us) const noexcept {
    return is_local_ ? trace2::detail::put(to, trace2::detail::local_time{wall_us})
                     : trace2::detail::put(to, trace2::detail::utc_time{wall_us});
  }
  static bool put_time(char* line, line_gap gap, std::int64_t microseconds) noexcept {
    if (gap.size == 0) return true;
    trace2::detail::split_duration const parts{duration::microseconds(microseconds)};
    if (trace2::detail::duration_size(parts) != gap.size) return false;
    trace2::detail::put_duration(line + gap.at, parts);
    return true;
  }

  line_gap wall_;
  line_gap t_abs_;
  line_gap t_rel_;
  line_gap number_;  ///< behind the times, as its texts differ in size
  bool is_local_ = false;
  std::size_t size_ = 0;
  char text_[most];
};

}}}}  // namespace trace2::v0::read::recording
