#include "input/repeated_sessions.hpp"

#include <trace2/read/occurrence.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace repeated_sessions_test {

namespace read = trace2::read;

namespace {

read::occurrence version(std::string_view sid, std::int64_t at) {
  read::occurrence made{.event_name = "version", .sid = sid, .wall = moment_ns(at)};
  made.event.emplace<trace2::event::version>();
  return made;
}

read::occurrence data(std::string_view sid, std::int64_t at) {
  read::occurrence made{.event_name = "data", .sid = sid, .wall = moment_ns(at)};
  made.event.emplace<trace2::event::data>();
  return made;
}

/// How many events of a file are new.
std::uint64_t new_events(trace2::program::repeated_sessions& sessions,
                         std::vector<read::occurrence> const& file) {
  std::uint64_t count = 0;
  sessions.begin_file();
  for (read::occurrence const& what : file) count += sessions.knows(what) ? 0u : 1u;
  return count;
}

std::vector<read::occurrence> const whole{version("S", 1), data("S", 2), data("S", 3),
                                          data("S", 4)};
std::vector<read::occurrence> const part{version("S", 1), data("S", 2)};

}  // namespace

TEST_CASE("each event of a copy counts once", "[read]") {
  trace2::program::repeated_sessions sessions;
  CHECK(new_events(sessions, whole) == 4);
  CHECK(sessions.count() == 0);
  CHECK(new_events(sessions, whole) == 0);
  CHECK(new_events(sessions, whole) == 0);
  CHECK(sessions.count() == 1);
}

TEST_CASE("of a part and the whole each event counts once, whichever comes first", "[read]") {
  trace2::program::repeated_sessions whole_first;
  CHECK(new_events(whole_first, whole) == 4);
  CHECK(new_events(whole_first, part) == 0);
  trace2::program::repeated_sessions part_first;
  CHECK(new_events(part_first, part) == 2);
  CHECK(new_events(part_first, whole) == 2);
  CHECK(new_events(part_first, whole) == 0);
  CHECK(part_first.count() == 1);
}

TEST_CASE("a session that goes on in another file, or one of the same file, is no copy", "[read]") {
  trace2::program::repeated_sessions sessions;
  CHECK(new_events(sessions, part) == 2);
  CHECK(new_events(sessions, {data("S", 2), data("S", 3)}) == 2);
  CHECK(new_events(sessions, {version("T", 1), version("U", 1), data("T", 2), data("U", 2)}) == 4);
  CHECK(new_events(sessions, {version("S", 9), data("S", 9)}) == 2);
  CHECK(new_events(sessions, {data("never begun", 2), data("never begun", 2)}) == 2);
  CHECK(sessions.count() == 0);
}

TEST_CASE("a copy that differs adds nothing behind the difference", "[read]") {
  trace2::program::repeated_sessions sessions;
  CHECK(new_events(sessions, {version("S", 1), data("S", 2), data("S", 4)}) == 3);
  CHECK(new_events(sessions, whole) == 0);
  CHECK(sessions.count() == 1);
}

}  // namespace repeated_sessions_test
