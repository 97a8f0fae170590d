#include <trace2/detail/system/immortal.hpp>

#include "support/catch.hpp"

namespace immortal_test {

namespace {

struct pair {
  pair(int a, int& b) noexcept : first{a}, second{b} {}
  pair(pair const&) = delete;
  ~pair() { second = -1; }
  int first;
  int& second;
};

}  // namespace

TEST_CASE("an immortal object is made of its arguments and never destroyed") {
  int target = 2;
  pair* const made = trace2::detail::immortal<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(made->first == 1);
  CHECK(&made->second == &target);
  CHECK(trace2::detail::immortal<pair>::make(3, target) != made);
  CHECK(target == 2);
}

TEST_CASE("an immortal object is found by its address") {
  using trace2::detail::immortal;
  int target = 2;
  pair* const made = immortal<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(immortal<pair>::find(made) == made);
  pair other{1, target};
  CHECK(immortal<pair>::find(&other) == nullptr);
}

TEST_CASE("an object that is given back is destroyed, and its memory serves the next") {
  using trace2::detail::immortal;
  int target = 2;
  pair* const made = immortal<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(immortal<pair>::give_back_at(made));
  CHECK(target == -1);
  CHECK(immortal<pair>::make(3, target) == made);
  pair other{1, target};
  CHECK_FALSE(immortal<pair>::give_back_at(&other));
  CHECK(other.first == 1);
}

}  // namespace immortal_test
