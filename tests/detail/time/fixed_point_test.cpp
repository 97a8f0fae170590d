#include <trace2/detail/time/fixed_point.hpp>

#include <cstdint>
#include <random>

#include "support/catch.hpp"

namespace fixed_point_test {

using trace2::detail::fixed_point;
using trace2::detail::narrow_fixed_point;

namespace {

constexpr std::int64_t one = fixed_point::one;

}  // namespace

TEST_CASE("a product with a rate is rounded down") {
  for (auto* const product : {&fixed_point::product, &narrow_fixed_point::product}) {
    CHECK(product(7, one) == 7);
    CHECK(product(-7, one) == -7);
    CHECK(product(7, one / 2) == 3);
    CHECK(product(-7, one / 2) == -4);
    CHECK(product(7, -one / 2) == -4);
    CHECK(product(INT64_MAX, one) == INT64_MAX);
    CHECK(product(INT64_MIN, one) == INT64_MIN);
    CHECK(product(1'000'000'000'000'000, 478'051'190'500) == 434'785'024'935'990);
  }
}

TEST_CASE("a ratio is rounded towards zero") {
  for (auto* const ratio : {&fixed_point::ratio, &narrow_fixed_point::ratio}) {
    CHECK(ratio(7, 7) == one);
    CHECK(ratio(1, 3) == one / 3);
    CHECK(ratio(-1, 3) == -(one / 3));
    CHECK(ratio(1, -3) == -(one / 3));
    CHECK(ratio(INT64_MIN, INT64_MIN) == one);
    CHECK(ratio(1, INT64_MAX) == 0);
    CHECK(ratio(INT64_MAX, one) == INT64_MAX);
  }
}

TEST_CASE("a rate that has too many digits is none") {
  CHECK(fixed_point::rate_of_sizes(1, 3) == one / 3);
  CHECK(fixed_point::rate_of_sizes((1 << 23) - 1, 1) == INT64_MAX / one * one);
  CHECK(fixed_point::rate_of_sizes(1 << 23, 1) == 0);
  CHECK(fixed_point::rate_of_sizes(UINT64_MAX, UINT64_MAX) == one);
  CHECK(fixed_point::rate_of_sizes(UINT64_MAX, UINT64_MAX >> 23) == 0);
}

TEST_CASE("processors with wide numbers and without get the same results", "[R-TIME-05]") {
  std::mt19937_64 random{9};
  auto const any = [&] {
    auto const bits = static_cast<std::int64_t>(random() >> random() % 64);
    return random() % 2 == 0 ? bits
                             : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(bits));
  };
  int differences = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::int64_t const a = any();
    std::int64_t b = any();
    differences += fixed_point::product(a, b) != narrow_fixed_point::product(a, b);
    b += b == 0;
    differences += fixed_point::ratio(a, b) != narrow_fixed_point::ratio(a, b);
    auto const x = static_cast<std::uint64_t>(a);
    auto const y = static_cast<std::uint64_t>(b);
    differences += fixed_point::ratio_of_sizes(x, y) != narrow_fixed_point::ratio_of_sizes(x, y);
  }
  CHECK(differences == 0);
}

}  // namespace fixed_point_test
