#include "model/datum_condition.hpp"

#include <trace2/value/duration.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace datum_condition_test {

namespace program = trace2::program;

namespace {

bool is_met(std::string_view condition, trace2::data_value const& value) {
  auto const read = program::datum_conditions::of(condition);
  INFO(condition << ": " << read.problem);
  REQUIRE(read.all.size() == 1);
  return read.all.front().is_met_by({.category = "cache", .key = "a/size", .value = value});
}

std::string problem_of(std::string_view condition) {
  return program::datum_conditions::of(condition).problem;
}

}  // namespace

TEST_CASE("a condition is met by a datum of its category and key alone", "[choosing]") {
  CHECK(is_met("cache/a/size=x", "x"));
  CHECK_FALSE(is_met("cache/a=x", "x"));
  CHECK_FALSE(is_met("cache/a/siz=x", "x"));
  CHECK_FALSE(is_met("cach/ea/size=x", "x"));
  CHECK_FALSE(is_met("a/size=x", "x"));
}

TEST_CASE("texts are equal or not, and neither less nor more than others", "[choosing]") {
  CHECK(is_met("cache/a/size=direct hit", "direct hit"));
  CHECK_FALSE(is_met("cache/a/size=direct", "direct hit"));
  CHECK_FALSE(is_met("cache/a/size=Direct hit", "direct hit"));
  CHECK(is_met("cache/a/size=", ""));
  CHECK_FALSE(is_met("cache/a/size=", "x"));
  CHECK_FALSE(is_met("cache/a/size>1", "x"));
  CHECK_FALSE(is_met("cache/a/size<1", "x"));
  CHECK(is_met("cache/a/size=nan", "nan"));
}

TEST_CASE("numbers are compared as numbers, whatever a trace writes them as", "[choosing]") {
  CHECK(is_met("cache/a/size>99", "100"));
  CHECK(is_met("cache/a/size>99", 100));
  CHECK_FALSE(is_met("cache/a/size>100", 100));
  CHECK(is_met("cache/a/size<100", "-3"));
  CHECK(is_met("cache/a/size=100", "100.0"));
  CHECK(is_met("cache/a/size>0.25", 0.5));
  CHECK(is_met("cache/a/size<1", trace2::duration::microseconds(999'999)));
  CHECK(is_met("cache/a/size>9223372036854775806", "9223372036854775807"));
  CHECK_FALSE(is_met("cache/a/size=9223372036854775806", "9223372036854775807"));
}

TEST_CASE("conditions are joined by and", "[choosing]") {
  auto const read = program::datum_conditions::of("cache/result=hit and band/size > 100");
  CHECK(read.problem.empty());
  REQUIRE(read.all.size() == 2);
  CHECK(read.all[0].name == "cache/result");
  CHECK(read.all[0].value == "hit");
  CHECK(read.all[1].name == "band/size");
  CHECK(read.all[1].sign == '>');
  CHECK(read.all[1].value == "100");
}

TEST_CASE("what is no condition is told", "[choosing]") {
  CHECK(problem_of("") == "'' is no condition such as cache/size>100");
  CHECK(problem_of("cache/size") == "'cache/size' is no condition such as cache/size>100");
  CHECK(problem_of("a/b=1 and ") == "'' is no condition such as cache/size>100");
  CHECK(problem_of("a/b=1 and c") == "'c' is no condition such as cache/size>100");
  CHECK(problem_of("size=1") == "'size' is no CATEGORY/KEY of a datum");
  CHECK(problem_of("=1") == "'' is no CATEGORY/KEY of a datum");
  CHECK(problem_of("a/b>x") == "> compares numbers, and 'x' is none");
  CHECK(problem_of("a/b<") == "< compares numbers, and '' is none");
  for (std::string_view const other : {"a/b>=1", "a/b==1", "a/b!=1", "a/b<>1"})
    CHECK(problem_of(other) == "of operators there are only =, < and >");
  std::string many = "a/b=1";
  for (int i = 0; i < 32; ++i) many += " and a/b=1";
  CHECK(problem_of(many) == "has more than 32 conditions");
  CHECK(problem_of(many.substr(0, many.rfind(" and "))).empty());
}

}  // namespace datum_condition_test
