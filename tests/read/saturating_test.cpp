#include <trace2/read/saturating.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace saturating_test {

using trace2::read::saturating_add;
using trace2::read::saturating_difference;

TEST_CASE("sums of times end at the limits of the type", "[read]") {
  CHECK(saturating_add(2, std::int64_t{3}) == 5);
  CHECK(saturating_add(INT64_MAX, std::int64_t{1}) == INT64_MAX);
  CHECK(saturating_add(INT64_MIN, std::int64_t{-1}) == INT64_MIN);
  CHECK(saturating_difference(INT64_MIN, std::int64_t{1}) == INT64_MIN);
  CHECK(saturating_difference(INT64_MAX, std::int64_t{-1}) == INT64_MAX);
}

TEST_CASE("sums of counts do not wrap", "[read][R-CTR-05]") {
  CHECK(saturating_add(std::uint64_t{2}, std::uint64_t{3}) == 5);
  CHECK(saturating_add(UINT64_MAX, std::uint64_t{1}) == UINT64_MAX);
  CHECK(saturating_add(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
}

}  // namespace saturating_test
