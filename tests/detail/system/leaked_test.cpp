#include <trace2/detail/system/leaked.hpp>

#include "support/catch.hpp"

namespace leaked_test {

namespace {

struct pair {
  pair(int a, int& b) noexcept : first{a}, second{b} {}
  pair(pair const&) = delete;
  ~pair() { second = -1; }
  int first;
  int& second;
};

}  // namespace

TEST_CASE("a leaked object is made of its arguments and never destroyed") {
  int target = 2;
  pair* const made = trace2::detail::leaked<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(made->first == 1);
  CHECK(&made->second == &target);
  CHECK(trace2::detail::leaked<pair>::make(3, target) != made);
  CHECK(target == 2);
}

TEST_CASE("a leaked object is found by its address") {
  using trace2::detail::leaked;
  int target = 2;
  pair* const made = leaked<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(leaked<pair>::find(made) == made);
  pair other{1, target};
  CHECK(leaked<pair>::find(&other) == nullptr);
}

TEST_CASE("an object that is given back is destroyed, and its memory serves the next") {
  using trace2::detail::leaked;
  int target = 2;
  pair* const made = leaked<pair>::make(1, target);
  REQUIRE(made != nullptr);
  CHECK(leaked<pair>::give_back_at(made));
  CHECK(target == -1);
  CHECK(leaked<pair>::make(3, target) == made);
  pair other{1, target};
  CHECK_FALSE(leaked<pair>::give_back_at(&other));
  CHECK(other.first == 1);
}

}  // namespace leaked_test
