#include <trace2/export/comparison.hpp>

#include "support/catch.hpp"

namespace comparison_test {

namespace exporter = trace2::exporter;

TEST_CASE("only claims of more time beyond a share count as slower by it", "[export]") {
  exporter::comparison all;
  all.rows = {{.change = 0.06, .verdict = "slower"}, {.change = 0.05, .verdict = "slower"},
              {.change = 0.5, .verdict = "none"},    {.change = 0.5, .verdict = "more"},
              {.change = -0.5, .verdict = "faster"}, {.verdict = "new"}};
  CHECK(all.slower_by(0.05) == 1);
  CHECK(all.slower_by(0) == 2);
  CHECK(all.slower_by(1) == 0);
}

TEST_CASE("the verdicts that are claims", "[export]") {
  for (char const* const claim : {"slower", "faster", "more", "fewer"})
    CHECK(exporter::comparison_row{.verdict = claim}.is_claim());
  for (char const* const other : {"none", "same", "too few", "new", "gone", ""})
    CHECK_FALSE(exporter::comparison_row{.verdict = other}.is_claim());
}

}  // namespace comparison_test
