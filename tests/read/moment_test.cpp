#include <trace2/read/moment.hpp>

#include <cstdint>
#include <type_traits>

#include "support/catch.hpp"

namespace moment_test {

using trace2::read::moment;
using trace2::read::nanoseconds;
using trace2::read::no_time;

template <class A, class B>
concept can_be_added = requires(A a, B b) { a + b; };
template <class A, class B>
concept can_be_compared = requires(A a, B b) { a < b; };

TEST_CASE("moments are not added, nor compared with lengths of time and with numbers", "[read]") {
  STATIC_REQUIRE(can_be_added<moment, nanoseconds>);
  STATIC_REQUIRE_FALSE(can_be_added<moment, moment>);
  STATIC_REQUIRE_FALSE(can_be_added<nanoseconds, std::int64_t>);
  STATIC_REQUIRE_FALSE(can_be_compared<moment, nanoseconds>);
  STATIC_REQUIRE_FALSE(can_be_compared<nanoseconds, std::int64_t>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::int64_t, nanoseconds>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<nanoseconds, moment>);
}

TEST_CASE("the time between two moments leads from one to the other", "[read]") {
  constexpr moment begin{nanoseconds{100}};
  constexpr moment end{nanoseconds{175}};
  STATIC_REQUIRE(end - begin == nanoseconds{75});
  STATIC_REQUIRE(begin + nanoseconds{75} == end);
  STATIC_REQUIRE(end - nanoseconds{75} == begin);
  STATIC_REQUIRE(begin - end < no_time);
  STATIC_REQUIRE(abs(begin - end) == end - begin);
  STATIC_REQUIRE(begin < end);
  STATIC_REQUIRE(moment{} < begin);
}

TEST_CASE("lengths of time add up, and divide into parts and units", "[read]") {
  constexpr nanoseconds microsecond{1'000};
  STATIC_REQUIRE(3 * microsecond - microsecond == nanoseconds{2'000});
  STATIC_REQUIRE(-microsecond + microsecond == no_time);
  STATIC_REQUIRE(nanoseconds{2'999} / microsecond == 2);
  STATIC_REQUIRE(nanoseconds{2'999} % microsecond == nanoseconds{999});
  STATIC_REQUIRE(nanoseconds{2'999} / 2 == nanoseconds{1'499});
}

TEST_CASE("whatever a trace says, times stop at the ends of their ranges", "[read]") {
  constexpr nanoseconds one{1};
  STATIC_REQUIRE(nanoseconds::max() + one == nanoseconds::max());
  STATIC_REQUIRE(nanoseconds::min() - one == nanoseconds::min());
  STATIC_REQUIRE(-nanoseconds::min() == nanoseconds::max());
  STATIC_REQUIRE(abs(nanoseconds::min()) == nanoseconds::max());
  STATIC_REQUIRE(2 * nanoseconds::max() == nanoseconds::max());
  STATIC_REQUIRE(-2 * nanoseconds::max() == nanoseconds::min());
  STATIC_REQUIRE(2 * nanoseconds::min() == nanoseconds::min());
  STATIC_REQUIRE(moment::max() + one == moment::max());
  STATIC_REQUIRE(moment::min() - one == moment::min());
  STATIC_REQUIRE(moment::max() - moment::min() == nanoseconds::max());
  STATIC_REQUIRE(moment::min() - moment::max() == nanoseconds::min());
}

}  // namespace moment_test

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
