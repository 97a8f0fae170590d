#include "why/time_share.hpp"

#include <cstdint>

#include "support/catch.hpp"

namespace time_share_test {

using trace2::program::time_share;

TEST_CASE("shares are in proportion, and sum up to the amount", "[export]") {
  time_share share{10, 30};
  CHECK(share.next(15) == 5);
  CHECK(share.next(1) == 0);
  CHECK(share.next(1) == 0);
  CHECK(share.next(1) == 1);
  CHECK(share.next(12) == 4);
}

TEST_CASE("an amount that is the whole is divided exactly", "[export]") {
  std::int64_t const large = (std::int64_t{1} << 62) + 1;
  time_share share{large, large};
  CHECK(share.next(large - 3) == large - 3);
  CHECK(share.next(3) == 3);
}

TEST_CASE("large amounts are divided without a remainder", "[export]") {
  std::int64_t const whole = INT64_MAX;
  std::int64_t const amount = whole - 7;
  time_share share{amount, whole};
  std::int64_t const first = share.next(whole / 3);
  std::int64_t const second = share.next(whole - whole / 3);
  CHECK(first >= 0);
  CHECK(second >= 0);
  CHECK(first + second == amount);
  time_share nearly{amount, whole};
  CHECK(nearly.next(whole - 1) <= amount);
}

}  // namespace time_share_test
