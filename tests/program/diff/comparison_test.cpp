#include "diff/comparison.hpp"

#include <trace2/sink/memory.hpp>

#include "output/csv.hpp"
#include "support/catch.hpp"

namespace comparison_test {

namespace program = trace2::program;

TEST_CASE("only claims of more time beyond a share count as slower by it", "[export]") {
  program::comparison all;
  all.rows = {{.change = 0.06, .verdict = "slower"}, {.change = 0.05, .verdict = "slower"},
              {.change = 0.5, .verdict = "none"},    {.change = 0.5, .verdict = "more"},
              {.change = -0.5, .verdict = "faster"}, {.verdict = "new"}};
  CHECK(all.slower_by(0.05) == 1);
  CHECK(all.slower_by(0) == 2);
  CHECK(all.slower_by(1) == 0);
}

TEST_CASE("equal values are enough to compare, too few are not", "[export]") {
  program::comparison all;
  CHECK_FALSE(all.has_comparable());
  all.rows = {{.verdict = "too few"}, {.verdict = "new"}, {.verdict = "gone"}};
  CHECK_FALSE(all.has_comparable());
  all.rows.push_back({.verdict = "same"});
  CHECK(all.has_comparable());
  all.rows.back() = {.p = 0.5, .verdict = "none"};
  CHECK(all.has_comparable());
}

TEST_CASE("the verdicts that are claims", "[export]") {
  for (char const* const claim : {"slower", "faster", "more", "fewer"})
    CHECK(program::comparison_row{.verdict = claim}.is_claim());
  for (char const* const other : {"none", "same", "too few", "new", "gone", ""})
    CHECK_FALSE(program::comparison_row{.verdict = other}.is_claim());
}

TEST_CASE("rows become lines, absent values nothing, texts are quoted if need be", "[export]") {
  program::comparison all;
  all.rows = {{.kind = "region",
               .command = "a \"b\", c",
               .path = {"c/outer", "c/inner"},
               .before = {.n = 2, .median = 0.5},
               .after = {.n = 1, .median = 2, .low = 1, .high = 3},
               .change = -0.25,
               .verdict = "too few"},
              {.kind = "command", .command = "two\nlines", .verdict = "new"}};
  trace2::memory_sink sink;
  program::write_csv(sink, all.rows);
  CHECK(sink.text() ==
        "kind,command,path,before_n,before_median,before_low,before_high,after_n,after_median,"
        "after_low,after_high,change,change_low,change_high,p,corrected_p,verdict\n"
        "region,\"a \"\"b\"\", c\",c/outer > c/inner,2,0.5,,,1,2,1,3,-0.25,,,,,too few\n"
        "command,\"two\nlines\",,0,,,,0,,,,,,,,,new\n");
}

}  // namespace comparison_test
