#include <trace2/read/recording/stored_event.hpp>
#include <trace2/read/fine_time.hpp>

#include <cstdint>
#include <limits>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace plain_record_test {

using namespace trace2::read;
using namespace trace2::read::recording;
using sort = plain_event::sort;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

stored_event stored(layout::kind kind) {
  static site const where = [] {
    site made;
    made.label_key = new_key();
    return made;
  }();
  stored_event made;
  made.kind = kind;
  made.where = &where;
  made.thread_key = 7;
  made.open_regions = 2;
  made.started = 1'000;
  made.since = 3'000;
  made.nanoseconds = 3'009;
  made.wall_nanoseconds = 5'009;
  made.value = 4;
  return made;
}

}  // namespace

TEST_CASE("a plain event says what its record says", "[read]") {
  stored_event const from = stored(layout::kind::region_leave);
  REQUIRE(is_plain(from));
  plain_event const made = plain_event_of(from);
  CHECK(made.what == sort::region_leave);
  CHECK(made.nesting == 2);
  CHECK(made.thread_key == 7);
  CHECK(made.label_key == from.where->label_key);
  CHECK(made.wall == moment_ns(5'009));
  CHECK(made.elapsed == ns(2'009));
  CHECK(made.length == ns(9));
  CHECK(plain_event_of(stored(layout::kind::region_enter)).what == sort::region_enter);
  plain_event const number = plain_event_of(stored(layout::kind::data_signed));
  CHECK(number.what == sort::number);
  CHECK(number.number == 4);
}

TEST_CASE("waits, tasks, fractions and numbers beyond the signed ones are not plain", "[read]") {
  for (auto const kind : {layout::kind::wait_enter, layout::kind::wait_leave,
                          layout::kind::task_run, layout::kind::data_floating})
    CHECK_FALSE(is_plain(stored(kind)));
  stored_event event = stored(layout::kind::data_unsigned);
  CHECK(is_plain(event));
  event.value = std::uint64_t{most} + 1;
  CHECK_FALSE(is_plain(event));
  event = stored(layout::kind::region_enter);
  event.task = 1;
  CHECK_FALSE(is_plain(event));
}

TEST_CASE("absurd times of a damaged recording are bounded as those of an occurrence", "[read]") {
  stored_event event = stored(layout::kind::region_leave);
  event.nanoseconds = least;
  event.wall_nanoseconds = most;
  event.started = event.since.emplace(most);
  plain_event const early = plain_event_of(event);
  CHECK(early.elapsed == -fine_duration::longest);
  CHECK(early.length == -fine_duration::longest);
  CHECK(early.wall == bounded_moment(moment_ns(most)));
  event.nanoseconds = most;
  event.started = event.since.emplace(least);
  plain_event const late = plain_event_of(event);
  CHECK(late.elapsed == fine_duration::longest);
  CHECK(late.length == fine_duration::longest);
}

}  // namespace plain_record_test
