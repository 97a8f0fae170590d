#include <trace2/recording/lane.hpp>
#include <trace2/recording/lane_pool.hpp>

#include "support/catch.hpp"

namespace lane_pool_test {

using namespace trace2::detail::recording;

TEST_CASE("lanes of ended threads are used again, the longest free one first") {
  lane_pool pool;
  lane* const a = pool.take(0);
  lane* const b = pool.take(0);
  REQUIRE(a != b);
  pool.give_back(*b);
  pool.give_back(*a);
  int free = 0;
  pool.for_each_free([&](lane const&) { ++free; });
  CHECK(free == 2);
  lane* const c = pool.take(2);  // both are to be kept
  CHECK((c != a && c != b));
  CHECK(pool.take(0) == b);
  CHECK(pool.take(0) == a);
  CHECK(pool.take(0) != a);
}

TEST_CASE("a pool knows all its lanes, used or free") {
  lane_pool pool;
  lane* const used = pool.take(0);
  lane* const free = pool.take(0);
  pool.give_back(*free);
  int found = 0;
  pool.for_each([&](lane& each) { found += &each == used || &each == free; });
  CHECK(found == 2);
}

}  // namespace lane_pool_test
