#include <trace2/read/surroundings/line_anchor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace line_anchor_test {

namespace around = trace2::read::surroundings;
using mark = around::line_anchor::mark;

namespace {

struct place {
  mark by;
  std::size_t at;
  bool operator==(place const&) const = default;
};
place place_of(std::string_view line) {
  auto const found = around::find_anchor(line);
  return {found.by, found ? found.at : 0};
}

constexpr std::string_view perf = "12:00:00.000001 a.c:7   | d0 | main | version | | | | | 2.0";

}  // namespace

TEST_CASE("a line of a trace is found behind what stands before it", "[read]") {
  CHECK(place_of(R"({"event":"exit","sid":"S"})") == place{mark::event, 0});
  CHECK(place_of(R"(x-1 | { "event" : "exit"})") == place{mark::event, 6});
  CHECK(place_of(R"(> {"code":1,"event":"exit","sid":"S"})") == place{mark::event, 2});
  CHECK(place_of(perf) == place{mark::timed, 0});
  CHECK(place_of("7:" + std::string{perf}) == place{mark::timed, 2});
  CHECK(place_of("12:00:00.000000 a.c:7      version 2.0") == place{mark::timed, 0});
  CHECK(place_of("app | d0 | main | version | | | | | 2.0") == place{mark::brief, 6});
}

TEST_CASE("the time of a logger is none of a trace", "[read]") {
  CHECK(place_of("2000-01-01 12:00:00.000000 " + std::string{perf}) == place{mark::timed, 27});
  CHECK(place_of("12:00:00.000000 " + std::string{perf}) == place{mark::timed, 16});
  CHECK(place_of("12:00:00.000000 a message") == place{mark::none, 0});
  CHECK(place_of("2000-01-01T12:00:00.000000Z a.c:7") == place{mark::none, 0});
}

TEST_CASE("other JSON, and text far behind the beginning, is no event", "[read]") {
  CHECK(place_of(R"({"event\":1})") == place{mark::none, 0});
  CHECK(place_of(R"(f() { echo '{"event":'; })") == place{mark::event, 12});
  CHECK(place_of(std::string(around::longest_prefix, 'x') + std::string{perf}) ==
        place{mark::none, 0});
}

}  // namespace line_anchor_test
