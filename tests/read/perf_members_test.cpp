#include <trace2/read/limits.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/perf_members.hpp>

#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"

namespace perf_members_test {

namespace {

std::string shown(std::string_view category, std::string_view payload, bool is_known) {
  trace2::read::perf_columns columns;
  std::string const line =
      "d0 | main | e | | 1.500000 | | " + std::string{category} + " | " + std::string{payload};
  REQUIRE(columns.read(line));
  trace2::read::perf_members members;
  members.begin(columns, true, is_known);
  std::string text;
  for (auto const& [name, value] : members.render())
    text.append(name).append("=").append(value.text).append(";");
  return text;
}

}  // namespace

TEST_CASE("the absolute time that EVENT lacks is a member", "[read]") {
  CHECK(shown("", "", true) == "t_abs=1.500000;");
}

TEST_CASE("the members of an event that nobody knows are those it shows", "[read]") {
  CHECK(shown("c", "..key:a b hit:true n:-1 x:\"", false) ==
        R"(t_abs=1.500000;category="c";key="a b";hit=true;n=-1;x="\"";)");
  CHECK(shown("", "what: it:  is", false) == R"(t_abs=1.500000;what="";it="  is";)");
  CHECK(shown("", "a sentence", false) == R"(t_abs=1.500000;text="a sentence";)");
}

TEST_CASE("members of which a line of bytes becomes several by its escapes are too long",
          "[read]") {
  for (auto const& [byte, is_too_long] : {std::pair{'\x01', true}, {'x', false}}) {
    std::string const line =
        "d0 | main | e | | 1.5 | | | a:" + std::string(trace2::read::limits::line / 6 + 1, byte) +
        " b:1";
    trace2::read::perf_columns columns;
    REQUIRE(columns.read(line));
    trace2::read::perf_members members;
    members.begin(columns, true, false);
    CHECK(members.are_too_long() == is_too_long);
    columns.payload = "a:b";
    members.begin(columns, true, false);
    CHECK_FALSE(members.are_too_long());
    CHECK(members.render().size() == 2);
  }
}

}  // namespace perf_members_test
