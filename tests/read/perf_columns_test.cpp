#include <trace2/read/perf_columns.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace perf_columns_test {

using trace2::duration;
using trace2::read::perf_columns;
using trace2::read::text_end;

namespace {

constexpr std::string_view full =
    "10:45:08.566018 fetch-pack.c:12              | d1 | th01:a b                 | data         "
    "| r12  |  0.008097 |  0.000019 | negotiation_ | ....in | vain:0";
constexpr std::string_view brief =
    "d0 | main                     | version      |     |           |           |              | "
    "1.0";

bool is_perf(std::string_view line) { return perf_columns{}.read(line); }

std::string without(std::string text, std::string_view part) {
  return text.erase(text.find(part), part.size());
}

}  // namespace

TEST_CASE("a line of PERF is taken apart into its columns", "[read][R-PRF-02][R-PRF-04]") {
  perf_columns columns;
  REQUIRE(columns.read(full));
  CHECK(columns.time_of_day == ((10 * 60 + 45) * 60 + 8) * 1'000'000ll + 566'018);
  CHECK(columns.place.file == "fetch-pack.c");
  CHECK(columns.place.line == 12);
  CHECK(columns.depth == 1);
  CHECK(columns.thread == "th01:a b");
  CHECK(columns.event == "data");
  CHECK(columns.repo.value == 12);
  CHECK(columns.t_abs == duration::microseconds(8'097));
  CHECK(columns.t_rel == duration::microseconds(19));
  CHECK(columns.category == "negotiation_");
  CHECK(columns.payload == "....in | vain:0");
}

TEST_CASE("a brief line has neither time nor place", "[read][R-PRF-03]") {
  perf_columns columns;
  REQUIRE(columns.read(brief));
  CHECK_FALSE(columns.time_of_day);
  CHECK(columns.place.file.empty());
  CHECK_FALSE(columns.repo.has_value());
  CHECK_FALSE(columns.t_abs);
  CHECK(columns.payload == "1.0");
}

TEST_CASE("columns may be wider or narrower, and blanks may be lost", "[read][R-PRF-06]") {
  CHECK(is_perf("12:00:00.000000 git.c:1 | d2 | main | start | | 123456.000000 | | | git"));
  CHECK(is_perf("d0 | main | thread_exit | | 0.1 | 0.1 | |"));
  CHECK(is_perf("  > " + std::string{full}));
}

TEST_CASE("other lines are none of PERF", "[read]") {
  std::string const line{full};
  CHECK_FALSE(is_perf(""));
  CHECK_FALSE(is_perf("fatal: not a git repository"));
  CHECK_FALSE(is_perf("12:00:00.000000 git.c:1                           version 2.39"));
  CHECK_FALSE(is_perf(line.substr(0, 100)));
  for (std::string_view const part : {"d1", "data", "r12", "0.008097", ":12"})
    if (part != "0.008097" && part != "r12") CHECK_FALSE(is_perf(without(line, part)));
  CHECK_FALSE(is_perf("dx" + std::string{brief.substr(2)}));
}

TEST_CASE("an event ends with its line, its quotes, its brackets or the next event", "[read]") {
  auto const end_of = [](std::string const& event) {
    perf_columns columns;
    std::string const line = "d0 | main | " + event + " | | | | | x";
    REQUIRE(columns.read(line));
    return columns.end();
  };
  for (char const* const name :
       {"start", "child_start", "cmd_ancestry", "alias", "exec", "def_repo"})
    CHECK(end_of(name) == text_end::quoted);
  for (char const* const name : {"error", "printf"}) CHECK(end_of(name) == text_end::message);
  CHECK(end_of("data_json") == text_end::json);
  for (char const* const name :
       {"data", "exit", "region_enter", "def_param", "exec_result", "mine"})
    CHECK(end_of(name) == text_end::line);
}

}  // namespace perf_columns_test
