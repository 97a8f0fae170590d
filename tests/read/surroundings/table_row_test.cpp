#include <trace2/read/surroundings/table_row.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace table_row_test {

namespace around = trace2::read::surroundings;

namespace {

std::string line_of(around::table_columns const& columns, std::string_view row) {
  std::string line;
  return columns.append_line(line, row) ? line : "none";
}

}  // namespace

TEST_CASE("a row of a table with a head becomes a line of PERF", "[read]") {
  around::table_columns columns;
  REQUIRE(columns.read_head(
      "| Time | File | Depth | Thread | Event | Repo | t_abs | t_rel | Category | Message |"));
  CHECK(columns.missing() == "");
  CHECK(line_of(columns, "| 12:00:00.000001 | a.c:7 | d0 | main | exit | | 0.1 | | | code:0 |") ==
        "12:00:00.000001 a.c:7 | d0 | main | exit |  | 0.1 |  |  | code:0");
  CHECK(
      line_of(columns, "| 12:00:00.01 | a.c:7 | d0 | main | start | | 0.1 | | | `a` \\| b | c |") ==
      "12:00:00.010000 a.c:7 | d0 | main | start |  | 0.1 |  |  | `a` | b | c");
  CHECK(line_of(columns, "|---|---|") == "none");
  CHECK(line_of(columns, "text") == "none");
}

TEST_CASE("columns may be left out, but for those without which nothing can be read", "[read]") {
  around::table_columns columns;
  REQUIRE(columns.read_head("| depth | event | abs | cat | msg |"));
  CHECK(columns.missing() == "");
  CHECK(line_of(columns, "| d1 | exit | 0.1 | | code:0 |") ==
        "d1 | main | exit |  | 0.1 |  |  | code:0");
  REQUIRE(columns.read_head("| time | event | abs | cat | msg |"));
  CHECK(columns.missing() == "depth");
  CHECK_FALSE(columns.read_head("| name | price |"));
}

TEST_CASE("a table without a head is known by its depth", "[read]") {
  around::table_columns columns;
  REQUIRE(columns.read_row("| 12:00:00.000001 | a.c:7 | d0 | main | exit | | 0.1 | | | code:0 |"));
  CHECK(line_of(columns, "| 12:00:00.000001 | a.c:7 | d0 | main | atexit | | 0.1 | | | code:0 |")
            .ends_with("| atexit |  | 0.1 |  |  | code:0"));
  CHECK_FALSE(columns.read_row("| 12:00:00.000001 a.c:7 | d0 | main |"));
}

TEST_CASE("the head of a table of Jira has two bars", "[read]") {
  around::table_columns columns;
  REQUIRE(columns.read_head("||depth||event||abs||msg||"));
  CHECK(line_of(columns, "|d0|exit|0.1|code:0|") == "d0 | main | exit |  | 0.1 |  |  | code:0");
}

TEST_CASE("the rule below the head of a table is known", "[read]") {
  CHECK(around::is_rule("|---|:-:|"));
  CHECK(around::is_rule("---|---"));
  CHECK_FALSE(around::is_rule("-----"));
  CHECK_FALSE(around::is_rule("| a |"));
}

TEST_CASE("a cell of very many bars takes linear time", "[read]") {
  around::table_columns columns;
  REQUIRE(columns.read_head("| depth | event | abs | msg |"));
  CHECK(line_of(columns, R"(| d0 | error | | a\|\|b\\| |)") == R"(d0 | main | error |  |  |  |  | a||b\|)");
  CHECK(support::takes_linear_time(20'000, [&](std::size_t size) {
    std::string row = "| d0 | error | | ";
    for (std::size_t i = 0; i < size; ++i) row += "\\|";
    line_of(columns, row + " |");
  }));
}

}  // namespace table_row_test
