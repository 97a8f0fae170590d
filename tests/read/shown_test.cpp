#include <trace2/read/shown.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <time.h>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/times.hpp"

namespace shown_test {

using trace2::read::shown_duration;
using trace2::read::shown_name;
using trace2::read::shown_share;
using trace2::read::shown_text;
using trace2::read::width_of;

TEST_CASE("durations have a unit that suits them", "[export]") {
  CHECK(shown_duration(ns(0)) == "0 us");
  CHECK(shown_duration(ns(9)) == "9 ns");
  CHECK(shown_duration(ns(999)) == "999 ns");
  CHECK(shown_duration(ns(1'000)) == "1 us");
  CHECK(shown_duration(ns(1'001)) == "1.001 us");
  CHECK(shown_duration(ns(999'000)) == "999 us");
  CHECK(shown_duration(ns(1'000'000)) == "1.000 ms");
  CHECK(shown_duration(ns(999'999'000)) == "999.999 ms");
  CHECK(shown_duration(ns(999'999'499)) == "999.999 ms");
  CHECK(shown_duration(ns(999'999'500)) == "1.000 s");
  CHECK(shown_duration(ns(1'234'567'000)) == "1.235 s");
  CHECK(shown_duration(ns(599'999'000'000)) == "599.999 s");
  CHECK(shown_duration(ns(600'000'000'000)) == "10m00s");
  CHECK(shown_duration(ns(3'599'000'000'000)) == "59m59s");
  CHECK(shown_duration(ns(3'600'000'000'000)) == "1h00m");
  CHECK(shown_duration(ns(std::numeric_limits<std::int64_t>::max())) == "2562047h47m");
}

TEST_CASE("durations of a column have one unit", "[export]") {
  CHECK(shown_duration(ns(217'000), ns(999'001), true) == "217 us");
  CHECK(shown_duration(ns(12'000), ns(999'000)) == "12 us");
  CHECK(shown_duration(ns(12'000), ns(1'000'000)) == "0.012 ms");
  CHECK(shown_duration(ns(999'999'000), ns(999'999'000)) == "999.999 ms");
  CHECK(shown_duration(ns(12'000), ns(1'000'000'000)) == "0.000012 s");
  CHECK(shown_duration(ns(12'345'000), ns(10'000'000'000)) == "0.012 s");
  CHECK(shown_duration(ns(3'600'000'000'000), ns(3'600'000'000'000)) == "3600.000 s");
}

TEST_CASE("durations of a column with nanoseconds have one unit", "[export]") {
  CHECK(shown_duration(ns(12), ns(999), true) == "12 ns");
  CHECK(shown_duration(ns(0), ns(999), true) == "0 ns");
  CHECK(shown_duration(ns(12), ns(1'000), true) == "0.012 us");
  CHECK(shown_duration(ns(12'345), ns(1'000'000), true) == "0.012 ms");
}

TEST_CASE("a duration that its column's unit would show as nothing keeps its own", "[export]") {
  CHECK(shown_duration(ns(9), ns(3'456'000), true) == "9 ns");
  CHECK(shown_duration(ns(9), ns(2'000'000'000), true) == "9 ns");
  CHECK(shown_duration(ns(345'678), ns(20'000'000'000), true) == "345.678 us");
  CHECK(shown_duration(ns(0), ns(3'456'000), true) == "0.000 ms");
}

TEST_CASE("microseconds have decimals only where there are nanoseconds", "[export]") {
  using trace2::read::microseconds_text;
  CHECK(microseconds_text(ns(0)) == "0");
  CHECK(microseconds_text(ns(12'000)) == "12");
  CHECK(microseconds_text(ns(9)) == "0.009");
  CHECK(microseconds_text(ns(-9)) == "-0.009");
  CHECK(microseconds_text(ns(-12'340)) == "-12.340");
}

TEST_CASE("shares are percentages, also of nothing", "[export]") {
  CHECK(shown_share(trace2::read::share_of(1, 8)) == "12.5%");
  CHECK(shown_share(trace2::read::share_of(1, 0)) == "0.0%");
  CHECK(shown_share(-0.0004) == "0.0%");
  CHECK(shown_share(-0.0006) == "-0.1%");
}

TEST_CASE("a hostile text is one harmless line", "[export]") {
  CHECK(shown_text("plain é") == "plain é");
  CHECK(shown_text("a\x1b[2Jb") == "a\\x1b[2Jb");
  CHECK(shown_text("a\nb\n") == "a\\nb\\n");
  CHECK(shown_text("a\tb\xff") == "a b\\xff");
  CHECK(shown_text("").empty());
}

TEST_CASE("width is counted in characters", "[export]") {
  CHECK(width_of("abc") == 3);
  CHECK(width_of("é€😀") == 3);
}

TEST_CASE("what is too wide ends with an ellipsis", "[export]") {
  CHECK(trace2::read::shortened("abc", 3) == "abc");
  CHECK(trace2::read::shortened("abcd", 3) == "ab\u2026");
  CHECK(trace2::read::shortened("\u00e9\u00e9\u00e9", 2) == "\u00e9\u2026");
  CHECK(trace2::read::shortened("ab", 1) == "\u2026");
  CHECK(trace2::read::shortened("ab", 0).empty());
}

TEST_CASE("an empty category or name needs no slash", "[export]") {
  CHECK(shown_name("c", "n") == "c/n");
  CHECK(shown_name("", "n") == "n");
  CHECK(shown_name("c", "") == "c");
  CHECK(shown_name("", "").empty());
}

TEST_CASE("moments are local", "[export]") {
  support::scoped_variable const zone{"TZ", "XXX-2"};
  ::tzset();
  CHECK(trace2::read::shown_moment(moment_ns(946'684'800'000'000'000)) == "2000-01-01 02:00:00");
}

TEST_CASE("a process has an exit code, has become another one, or has a state", "[export]") {
  CHECK(trace2::read::shown_exit(0, "ended") == "0");
  CHECK(trace2::read::shown_exit(143, "killed") == "signal 15");
  CHECK(trace2::read::shown_exit(143, "ended") == "143");
  CHECK(trace2::read::shown_exit({}, "unfinished") == "unfinished");
  CHECK(trace2::read::shown_exit(0, "transformed") == "exec");
}

TEST_CASE("texts lose their beginnings where their ends say more", "[export]") {
  CHECK(trace2::read::shortened_in_front("/a/b", 4) == "/a/b");
  CHECK(trace2::read::shortened_in_front("/a/b/c", 4) == "\u2026b/c");
  CHECK(trace2::read::shortened_in_front("äöü/ß", 3) == "\u2026/ß");
  CHECK(trace2::read::shortened_in_front("abc", 1) == "\u2026");
  CHECK(trace2::read::shortened_in_front("abc", 0) == "");
}

TEST_CASE("a command line without room keeps the name of its program", "[export]") {
  using trace2::read::shortened_command;
  std::string const line = "/a/long/way/to/frob --all x";
  CHECK(shortened_command(line, 27) == line);
  CHECK(shortened_command(line, 20) == "\u2026way/to/frob --all x");
  CHECK(shortened_command(line, 10) == "\u2026/frob --\u2026");
  CHECK(shortened_command(line, 5) == "\u2026/fr\u2026");
  CHECK(shortened_command("  " + line, 18) == "  \u2026to/frob --all x");
  CHECK(shortened_command("frob /a/b", 6) == "frob \u2026");
  CHECK(shortened_command("", 0) == "");
}

}  // namespace shown_test

namespace microseconds_test {

namespace {

std::string text_of(std::int64_t nanoseconds) {
  trace2::buffer out;
  trace2::read::append_microseconds(out, ns(nanoseconds));
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("whole microseconds have no decimals, others three", "[export]") {
  CHECK(text_of(0) == "0");
  CHECK(text_of(12'000) == "12");
  CHECK(text_of(12'034) == "12.034");
  CHECK(text_of(9) == "0.009");
}

TEST_CASE("times below 0 have a sign, also the least of all", "[export]") {
  CHECK(text_of(-9) == "-0.009");
  CHECK(text_of(-12'000) == "-12");
  CHECK(text_of(INT64_MIN) == "-9223372036854775.808");
}

}  // namespace microseconds_test
