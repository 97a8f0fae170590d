#include <trace2/detail/time/log_buckets.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/catch.hpp"

namespace log_buckets_test {

using trace2::detail::log_buckets;
using trace2::detail::position_of;

namespace {

constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();

/// Around each power of two, and in between.
std::vector<std::int64_t> lengths() {
  std::vector<std::int64_t> found{0, longest};
  for (int bit = 0; bit < 63; ++bit)
    for (std::int64_t const part : {0, 1, 3, 7}) {
      std::int64_t const power = std::int64_t{1} << bit;
      found.push_back(power + power / 8 * part);
      found.push_back(power + power / 8 * part - 1);
    }
  return found;
}

}  // namespace

TEST_CASE("the middle of a bucket is close to each length in it") {
  using buckets = log_buckets<5>;
  double worst = 0;
  for (std::int64_t const length : lengths()) {
    std::size_t const bucket = buckets::bucket_of(length);
    REQUIRE(bucket < buckets::count);
    double const error = std::abs(static_cast<double>(buckets::middle_of(bucket) - length));
    if (length != 0) worst = std::max(worst, error / static_cast<double>(length));
  }
  CHECK(worst <= 1.0 / 64);
}

TEST_CASE("short lengths are exact") {
  for (std::int64_t length = 0; length < 64; ++length)
    CHECK(log_buckets<5>::middle_of(log_buckets<5>::bucket_of(length)) == length);
}

TEST_CASE("buckets follow one another in the order of lengths") {
  using buckets = log_buckets<4>;
  for (std::size_t bucket = 0; bucket < buckets::count; ++bucket)
    CHECK(buckets::bucket_of(buckets::middle_of(bucket)) == bucket);
  CHECK(buckets::bucket_of(longest) == buckets::count - 1);
}

TEST_CASE("a clock that went backwards gives a length of 0") {
  CHECK(log_buckets<5>::bucket_of(-1) == 0);
  CHECK(log_buckets<5>::bucket_of(std::numeric_limits<std::int64_t>::min()) == 0);
}

TEST_CASE("a value is found by its position") {
  using buckets = log_buckets<5>;
  auto const count_in = [](std::size_t bucket) -> std::uint64_t {
    return bucket == 3 ? 2 : bucket == 7 ? 1 : 0;
  };
  CHECK(buckets::find(0, count_in) == 3);
  CHECK(buckets::find(1, count_in) == 3);
  CHECK(buckets::find(2, count_in) == 7);
  CHECK(buckets::find(3, count_in) == buckets::count - 1);
}

TEST_CASE("a quantile is a value that is there") {
  CHECK(position_of(0.5, 0) == 0);
  CHECK(position_of(0.5, 1) == 0);
  CHECK(position_of(0.5, 4) == 1);
  CHECK(position_of(0.999, 1000) == 998);
  CHECK(position_of(1, 1000) == 999);
}

}  // namespace log_buckets_test
