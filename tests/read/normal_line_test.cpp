#include <trace2/read/normal_line.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace normal_line_test {

using trace2::read::normal_line;
using trace2::read::text_end;

namespace {

/// Place, event and words of a line.
std::string parts_of(std::string_view line) {
  normal_line parts;
  if (!parts.read(line)) return "none";
  return std::string{parts.place.file} + ":" + std::to_string(parts.place.line) + "|" +
         std::string{parts.event} + "|" + std::string{parts.payload};
}

}  // namespace

TEST_CASE("a line of NORMAL has a place and words", "[read][R-NRM-02][R-NRM-05]") {
  std::string const time = "12:00:00.000000 ";
  CHECK(parts_of(time + "git.c:503                         cmd_name log (log)") ==
        "git.c:503|cmd_name|log (log)");
  CHECK(parts_of(time + "a/rather/long/name/of/a/directory.c:1 child_exit[2] pid:1") ==
        "a/rather/long/name/of/a/directory.c:1|child_exit|2] pid:1");
  CHECK(parts_of(time + std::string(34, ' ') + "worktree /x") == ":0|def_repo|/x");
  CHECK(parts_of(time + "a.c:1                             a message") == "a.c:1|printf|a message");
}

TEST_CASE("a brief line is known by its first word", "[read][R-NRM-01]") {
  CHECK(parts_of("version 2.39") == ":0|version|2.39");
  CHECK(parts_of("error") == ":0|error|");
  CHECK(parts_of("errors everywhere") == "none");
  CHECK(parts_of("12:00:00.000000 git.c:1 | d0 | main | version | 1") == "none");
}

TEST_CASE("the lengths of a distribution_timer stay words", "[read]") {
  std::string const lengths = "c/n median:1ns p90:2ns p99:3ns p99.9:4ns max:5ns";
  for (std::string const timer : {"timer ", "th_timer "})
    CHECK(parts_of(timer + lengths) == ":0|printf|" + timer + lengths);
  CHECK(parts_of("timer c/n intervals:1 total:1.0 min:1.0 max:1.0").starts_with(":0|timer|c/n"));
}

TEST_CASE("messages and quoted words may have several lines", "[read][R-NRM-08]") {
  auto const end_of = [](std::string_view line) {
    normal_line parts;
    REQUIRE(parts.read(line));
    return parts.end();
  };
  CHECK(end_of("error x") == text_end::message);
  CHECK(end_of("start x") == text_end::quoted);
  CHECK(end_of("exit x") == text_end::line);
}

}  // namespace normal_line_test
