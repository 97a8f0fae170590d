#include <trace2/value/log_buckets.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/catch.hpp"

namespace log_buckets_test {

using trace2::log_buckets;
using trace2::position_of;

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

TEST_CASE("a quantile is the least value that its share of all values doesn't exceed") {
  CHECK(position_of(0.5, 0) == 0);
  CHECK(position_of(0.5, 1) == 0);
  CHECK(position_of(0.5, 2) == 0);
  CHECK(position_of(0.5, 3) == 1);
  CHECK(position_of(0.5, 4) == 1);
  CHECK(position_of(0.9, 10) == 8);
  CHECK(position_of(0.9, 11) == 9);
  CHECK(position_of(0.99, 100) == 98);
  CHECK(position_of(0.999, 1000) == 998);
  CHECK(position_of(0.999, 1001) == 999);
}

TEST_CASE("of few values a high quantile is the largest") {
  CHECK(position_of(0.9, 2) == 1);
  CHECK(position_of(0.99, 99) == 98);
  CHECK(position_of(0.999, 500) == 499);
  CHECK(position_of(0.999, 999) == 998);
}

TEST_CASE("a product that isn't exact moves no quantile") {
  for (std::uint64_t percent = 1; percent <= 100; ++percent)
    for (std::uint64_t count = 1; count <= 2'000; ++count) {
      std::uint64_t const rank = (percent * count + 99) / 100;
      if (position_of(static_cast<double>(percent) / 100, count) != rank - 1)
        FAIL(percent << " % of " << count);
    }
}

TEST_CASE("a position is that of a value, whatever is asked for") {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(position_of(0, 1000) == 0);
  CHECK(position_of(-1, 1000) == 0);
  CHECK(position_of(std::numeric_limits<double>::quiet_NaN(), 1000) == 0);
  CHECK(position_of(1, 1000) == 999);
  CHECK(position_of(2, 1000) == 999);
  CHECK(position_of(1, most) == most - 1);
  CHECK(position_of(std::nextafter(1.0, 0.0), most) <= most - 1);
  CHECK(position_of(std::nextafter(1.0, 0.0), 3) == 2);
}

}  // namespace log_buckets_test
