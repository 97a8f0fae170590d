#include "why/time_share.hpp"

#include <cstdint>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace time_share_test {

using trace2::program::time_share;

TEST_CASE("shares are in proportion, and sum up to the amount", "[export]") {
  time_share share{ns(10), ns(30)};
  CHECK(share.next(ns(15)) == ns(5));
  CHECK(share.next(ns(1)) == ns(0));
  CHECK(share.next(ns(1)) == ns(0));
  CHECK(share.next(ns(1)) == ns(1));
  CHECK(share.next(ns(12)) == ns(4));
}

TEST_CASE("an amount that is the whole is divided exactly", "[export]") {
  trace2::read::nanoseconds const large = ns((std::int64_t{1} << 62) + 1);
  time_share share{large, large};
  CHECK(share.next(large - ns(3)) == large - ns(3));
  CHECK(share.next(ns(3)) == ns(3));
}

TEST_CASE("large amounts are divided without a remainder", "[export]") {
  trace2::read::nanoseconds const whole = trace2::read::nanoseconds::max();
  trace2::read::nanoseconds const amount = whole - ns(7);
  time_share share{amount, whole};
  trace2::read::nanoseconds const first = share.next(whole / 3);
  trace2::read::nanoseconds const second = share.next(whole - whole / 3);
  CHECK(first >= ns(0));
  CHECK(second >= ns(0));
  CHECK(first + second == amount);
  time_share nearly{amount, whole};
  CHECK(nearly.next(whole - ns(1)) <= amount);
}

}  // namespace time_share_test
