// Defines what spoken_moment.hpp declares.
#include "input/spoken_moment.hpp"

#include <trace2/read/number_text.hpp>
#include <trace2/value/number.hpp>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <string>
#include <vector>

#include "system/characters.hpp"
#include "system/surroundings.hpp"

namespace trace2::program {

namespace {

using words = std::vector<std::string>;

constexpr std::int64_t per_second = 1'000'000;

/// The place of a word in a list, from 0 on.
template <std::size_t Size>
std::optional<int> place_in(std::string_view const (&list)[Size], std::string_view word) {
  auto const found = std::find(std::begin(list), std::end(list), word);
  return found == std::end(list) ? std::optional<int>{}
                                 : static_cast<int>(found - std::begin(list));
}

words words_of(std::string_view text) {
  constexpr std::size_t longest = 100;
  words all(1);
  for (char const c : text.substr(0, longest + 1))
    if (c == ' ' || c == '.' || c == ',')
      all.emplace_back();
    else
      all.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::erase(all, std::string{});
  return text.size() > longest ? words{} : all;
}

/// A moment under construction: a point of the local calendar, and a length before it.
class calendar_moment {
 public:
  explicit calendar_moment(std::int64_t now) : now_{now} {
    auto const local = local_time(static_cast<std::time_t>(now / per_second));
    is_valid_ = local.has_value();
    local_ = local.value_or(std::tm{});
  }

  /// Goes back by units of the calendar, or of time.
  bool go_back(int count, std::string_view unit) {
    if (unit.ends_with('s')) unit.remove_suffix(1);
    static constexpr std::string_view names[] = {"second", "minute", "hour", "day", "week"};
    static constexpr std::int64_t lengths[] = {1, 60, 3'600, 86'400, 604'800};
    if (unit == "month" || unit == "year") {
      (unit == "month" ? local_.tm_mon : local_.tm_year) -= count;
      is_moved_ = true;
      return true;
    }
    auto const known = place_in(names, unit);
    if (known) before_ += lengths[*known] * count;
    return known.has_value();
  }

  /// The latest such day before today.
  bool go_to_weekday(std::string_view name) {
    static constexpr std::string_view names[] = {"sunday",   "monday", "tuesday", "wednesday",
                                                 "thursday", "friday", "saturday"};
    auto const known = place_in(names, name);
    if (known) go_back_days((local_.tm_wday - *known + 6) % 7 + 1);
    return known.has_value();
  }

  void go_back_days(int count) {
    local_.tm_mday -= count;
    is_moved_ = true;
  }

  bool set_clock(std::string_view word) {
    if (word == "midnight") return set_clock("00:00");
    if (word == "noon") return set_clock("12:00");
    auto const two = [&](std::size_t at, int most, int& value) {
      return word.size() >= at + 2 && is_digit(word[at]) && is_digit(word[at + 1]) &&
             (value = (word[at] - '0') * 10 + word[at + 1] - '0') <= most;
    };
    int hour = 0;
    int minute = 0;
    int second = 0;
    bool const has_seconds = word.size() == 8;
    if ((word.size() != 5 && !has_seconds) || word[2] != ':' || !two(0, 23, hour) ||
        !two(3, 59, minute) || (has_seconds && (word[5] != ':' || !two(6, 60, second))))
      return false;
    local_.tm_hour = hour;
    local_.tm_min = minute;
    local_.tm_sec = second;
    is_moved_ = has_clock_ = true;
    return true;
  }

  std::optional<std::int64_t> at() {
    if (!is_valid_) return {};
    std::int64_t from = now_;
    if (is_moved_) {
      local_.tm_isdst = -1;
      // Mktime goes on into the next month where the day is none of this one, as Git does.
      std::time_t const moved = std::mktime(&local_);
      if (moved < 0) return {};  // also far before 1970, where microseconds would overflow
      from = std::int64_t{moved} * per_second + (has_clock_ ? 0 : now_ % per_second);
    }
    std::int64_t const found = from - before_ * per_second;
    return found < 0 ? std::optional<std::int64_t>{} : found;
  }

 private:
  std::int64_t now_;
  std::int64_t before_ = 0;  ///< seconds
  std::tm local_{};
  bool is_valid_ = false;
  bool is_moved_ = false;
  bool has_clock_ = false;
};

std::optional<int> count_of(std::string_view word) {
  static constexpr std::string_view names[] = {"one", "two",   "three", "four", "five",
                                               "six", "seven", "eight", "nine", "ten"};
  if (word == "a" || word == "an") return 1;
  if (auto const known = place_in(names, word)) return *known + 1;
  std::uint32_t number = 0;
  constexpr std::size_t most_digits = 6;
  bool const is_number = word.size() <= most_digits && !word.empty() &&
                         std::all_of(word.begin(), word.end(), is_digit) &&
                         trace2::read::number_from(word, number);
  return is_number ? std::optional{static_cast<int>(number)} : std::nullopt;
}

/// Takes a time of day from the front or the end.
bool take_clock(words& from, calendar_moment& to) {
  if (from.empty()) return false;
  bool const is_first = to.set_clock(from.front());
  if (!is_first && !to.set_clock(from.back())) return false;
  from.erase(is_first ? from.begin() : from.end() - 1);
  return true;
}

bool take_day(words const& from, bool has_clock, calendar_moment& to) {
  if (from.size() != 1) return false;
  if (from.front() == "today") return has_clock || to.set_clock("midnight");
  if (from.front() != "yesterday") return false;
  if (!has_clock) return to.go_back(1, "day");
  to.go_back_days(1);
  return true;
}

bool take_last(words const& from, calendar_moment& to) {
  return from.size() == 2 && from[0] == "last" &&
         (to.go_to_weekday(from[1]) || (!from[1].ends_with('s') && to.go_back(1, from[1])));
}

bool take_lengths(words const& from, calendar_moment& to) {
  std::size_t const count = from.size() - (from.back() == "ago" ? 1 : 0);
  if (count == 0 || count % 2 != 0) return false;
  for (std::size_t i = 0; i < count; i += 2) {
    auto const number = count_of(from[i]);
    if (!number || !to.go_back(*number, from[i + 1])) return false;
  }
  return true;
}

}  // namespace

std::optional<std::int64_t> parse_spoken_moment(std::string_view text, std::int64_t now) {
  words all = words_of(text);
  calendar_moment found{now};
  bool const has_clock = take_clock(all, found);
  bool const is_known = all.empty() ? has_clock
                                    : take_day(all, has_clock, found) || take_last(all, found) ||
                                          take_lengths(all, found);
  return is_known ? found.at() : std::nullopt;
}

}  // namespace trace2::program
