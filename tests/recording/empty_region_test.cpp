#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/empty_region.hpp>
#include <trace2/testing.hpp>

#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/skip.hpp"

namespace empty_region_test {

namespace recording = trace2::detail::recording;
using trace2::detail::clock;

TEST_CASE("an empty region costs something, part of it between its beginning and its end") {
  trace2::detail::start_clock();
  if (!clock::has_counter()) return support::skip("the processor's counter is not usable");
  auto* const owner = trace2::detail::leaked<recording::recorder>::make();
  REQUIRE(owner != nullptr);
  recording::empty_region_ticks const found = recording::empty_region::measure(*owner);
  CHECK(found.cost > found.length);
  // Less than ten thousand ticks each, however slow the machine is.
  CHECK(found.cost < recording::empty_region_ticks::regions * 10'000);
}

TEST_CASE("a recording by a clock that a program has replaced knows nothing of empty regions") {
  trace2::detail::start_clock();
  auto* const owner = trace2::detail::leaked<recording::recorder>::make();
  REQUIRE(owner != nullptr);
  bool const is_measured = recording::empty_region::of_process(*owner).cost != 0;
  CHECK(is_measured == clock::has_counter());
  support::recording_session run;  // has a clock of its own
  trace2::read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  CHECK_FALSE(recording.empty());
}

TEST_CASE("measuring records nothing and leaves the thread's own records alone") {
  support::recording_session run;
  auto* const owner = trace2::detail::leaked<recording::recorder>::make();
  REQUIRE(owner != nullptr);
  recording::empty_region::measure(*owner);
  CHECK(recording::this_cursor.owner != owner);
  CHECK(run.lines<trace2::format::json>().empty());
}

}  // namespace empty_region_test
