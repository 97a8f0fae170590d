#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/read/recording/line_pattern.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace line_pattern_test {

using trace2::detail::buffer;
using trace2::read::recording::line_gap;
using trace2::read::recording::line_pattern;
using trace2::read::recording::stored_event;
using kind = trace2::detail::recording::kind;

namespace {

stored_event number(std::int64_t microseconds, std::int64_t value) {
  stored_event made;
  made.kind = kind::data_signed;
  made.nanoseconds = microseconds * 1'000;
  made.wall_nanoseconds = made.nanoseconds + 1'000'000'000'000'000'000;
  made.started = 5'000;
  made.since = 7'000;
  made.value = static_cast<std::uint64_t>(value);
  return made;
}

std::string wall_of(stored_event const& from) {
  char text[trace2::detail::max_time_size];
  return {text, trace2::detail::put(text, trace2::detail::utc_time{from.wall()})};
}
std::string seconds(std::int64_t microseconds) {
  buffer text;
  trace2::detail::append_duration(text, trace2::duration::microseconds(microseconds));
  return std::string{text.view()};
}

/// The line that the pattern appends to an empty buffer.
std::string appended(line_pattern const& pattern, stored_event const& of) {
  buffer line;
  return pattern.append(line, of) ? std::string{line.view()} : "nothing";
}

/// Whether a pattern can be learnt from the texts that `line_of` returns for events.
bool learns(auto const& line_of) {
  line_pattern pattern;
  return pattern.learn(number(12, 3), [&](buffer& line, stored_event const& event) {
    line.append(std::string_view{line_of(event)});
  });
}

}  // namespace

TEST_CASE("a gap is where the texts of a value are the only difference of two lines", "[read]") {
  line_gap gap;
  CHECK(gap.find("a 10 b", "a 19 b", "10", "19"));
  CHECK(gap.at == 2);
  CHECK(gap.size == 2);
  CHECK(gap.find("a b", "a b", "10", "19"));
  CHECK(gap.size == 0);
  CHECK_FALSE(gap.find("a 10 b", "a 19 c", "10", "19"));
  CHECK_FALSE(gap.find("10 10", "19 19", "10", "19"));
  CHECK_FALSE(gap.find("a b", "a b", "10", "10"));
  CHECK_FALSE(gap.find("a 9 b", "a 10 b", "9", "10"));
  CHECK_FALSE(gap.find("0", "9", "10", "19"));
  CHECK_FALSE(gap.find("20", "29", "10", "19"));
  CHECK_FALSE(gap.find("12", "19", "10", "19"));
  CHECK_FALSE(gap.find("10", "12", "10", "19"));
  CHECK_FALSE(gap.find("ab 1", "ab 2", "1.0", "2.0"));
}

TEST_CASE("lines of a pattern differ in their times and numbers", "[read]") {
  auto const line_of = [](stored_event const& of) {
    return "at " + wall_of(of) + ' ' + seconds(of.t_rel()) + " of " + seconds(of.t_abs()) +
           " n:" + std::to_string(static_cast<std::int64_t>(of.value)) + "!\n";
  };
  line_pattern pattern;
  REQUIRE(pattern.learn(number(12, 3), [&](buffer& line, stored_event const& event) {
    line.append(line_of(event));
  }));
  for (std::int64_t const value : {0, -1, 7, 1'000'000, -123'456'789})
    for (std::int64_t const at : {12, 999'999, 9'999'999}) {
      CAPTURE(at, value);
      CHECK(appended(pattern, number(at, value)) == line_of(number(at, value)));
    }
}

TEST_CASE("a pattern holds on other days", "[read]") {
  line_pattern pattern;
  REQUIRE(pattern.learn(
      number(12, 3), [](buffer& line, stored_event const& event) { line.append(wall_of(event)); }));
  for (std::int64_t const day : {-20'000, -400, -1, 1, 32, 5'000}) {
    stored_event event = number(12, 3);
    event.wall_nanoseconds += day * 86'400 * 1'000'000'000;
    CHECK(appended(pattern, event) == wall_of(event));
  }
}

TEST_CASE("a line may show the time of day where it is written", "[read]") {
  auto const line_of = [](stored_event const& of) {
    char text[trace2::detail::max_time_size];
    return std::string{text, trace2::detail::put(text, trace2::detail::local_time{of.wall()})};
  };
  line_pattern pattern;
  REQUIRE(pattern.learn(number(12, 3), [&](buffer& line, stored_event const& event) {
    line.append(line_of(event));
  }));
  CHECK(appended(pattern, number(3'600'000'013, 3)) == line_of(number(3'600'000'013, 3)));
}

TEST_CASE("a pattern holds for the times that damaged recordings tell", "[read]") {
  for (std::int64_t const time : {INT64_MIN, INT64_MIN + 1, INT64_MAX}) {
    stored_event event = number(12, 3);
    event.wall_nanoseconds = event.started = time;
    event.since = time;
    auto const line_of = [](stored_event const& of) {
      return wall_of(of) + ' ' + seconds(of.t_rel()) + " of " + seconds(of.t_abs());
    };
    line_pattern pattern;
    REQUIRE(pattern.learn(
        event, [&](buffer& line, stored_event const& shown) { line.append(line_of(shown)); }));
    CHECK(appended(pattern, event) == line_of(event));
  }
}

TEST_CASE("a time that takes more digits doesn't fit into a pattern", "[read]") {
  line_pattern pattern;
  REQUIRE(pattern.learn(number(12, 3), [](buffer& line, stored_event const& event) {
    line.append(seconds(event.t_rel()));
  }));
  CHECK(appended(pattern, number(10'000'006, 3)) == "9.999999");
  CHECK(appended(pattern, number(10'000'007, 3)) == "nothing");
  CHECK(appended(pattern, number(6, 3)) == "nothing");
}

TEST_CASE("a line that shows a value twice, otherwise or in front of a time is no pattern",
          "[read]") {
  auto const value = [](stored_event const& of) { return std::to_string(of.value); };
  CHECK(learns([&](stored_event const& of) { return seconds(of.t_abs()) + value(of); }));
  CHECK(learns([&](stored_event const&) { return "constant"; }));
  CHECK_FALSE(learns([&](stored_event const& of) { return value(of) + seconds(of.t_abs()); }));
  CHECK_FALSE(learns([&](stored_event const& of) { return value(of) + value(of); }));
  CHECK_FALSE(learns([&](stored_event const& of) { return std::to_string(of.t_abs()); }));
  CHECK_FALSE(learns([&](stored_event const& of) { return std::to_string(of.wall()); }));
  CHECK_FALSE(learns([&](stored_event const& of) { return std::to_string(of.t_rel()); }));
}

TEST_CASE("a long line is no pattern", "[read]") {
  auto const line_of = [](std::size_t size) {
    return [=](stored_event const&) { return std::string(size, 'x'); };
  };
  CHECK(learns(line_of(line_pattern::most)));
  CHECK_FALSE(learns(line_of(line_pattern::most + 1)));
}

}  // namespace line_pattern_test
