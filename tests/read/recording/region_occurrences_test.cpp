#include <trace2/event/region.hpp>
#include <trace2/read/recording/region_occurrences.hpp>

#include <cstdint>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace region_occurrences_test {

namespace recording = trace2::read::recording;
namespace event = trace2::event;
using kind = recording::layout::kind;

namespace {

recording::site site_of(std::string_view label) {
  recording::site made;
  made.category = "c";
  made.label = label;
  made.has_category = made.has_label = true;
  made.label_key = trace2::read::new_key();
  return made;
}

recording::stored_event stored(recording::site const& where, kind what, std::int64_t at,
                               std::int64_t since) {
  recording::stored_event made;
  made.kind = what;
  made.where = &where;
  made.thread = "main";
  made.thread_key = 1'000'000;
  made.nanoseconds = at;
  made.wall_nanoseconds = at + 5;
  made.since = since;
  made.open_regions = 2;
  return made;
}

}  // namespace

TEST_CASE("regions of a site differ in their times only", "[read]") {
  recording::region_occurrences all;
  recording::site const where = site_of("l");
  for (std::int64_t const at : {1'000, 5'000}) {
    auto const& enter = all.make("S", stored(where, kind::region_enter, at, 0));
    REQUIRE(enter.get<event::region_enter>() != nullptr);
    CHECK(enter.get<event::region_enter>()->label == "l");
    CHECK(enter.get<event::region_enter>()->nesting == 2);
    CHECK(enter.event_name == "region_enter");
    CHECK(enter.sid == "S");
    CHECK(enter.wall == moment_ns(at + 5));
    auto const& leave = all.make("S", stored(where, kind::region_leave, at + 1'009, at));
    REQUIRE(leave.get<event::region_leave>() != nullptr);
    CHECK(leave.get<event::region_leave>()->t_rel.in_microseconds() == 1);
    CHECK(leave.t_rel->in_nanoseconds() == ns(1'009));
    CHECK(leave.nanoseconds == at + 1'009);
  }
}

TEST_CASE("regions of other sites and threads are told apart, however many there are", "[read]") {
  recording::region_occurrences all;
  recording::site sites[100];
  for (recording::site& each : sites) each = site_of("l");
  sites[99].label = "last";
  for (recording::site const& each : sites)
    CHECK(all.make("S", stored(each, kind::region_enter, 1, 0)).label_key == each.label_key);
  auto other = stored(sites[99], kind::region_enter, 2, 0);
  CHECK(all.make("S", other).get<event::region_enter>()->label == "last");
  other.thread = "worker";
  other.thread_key = 1'000'001;
  CHECK(all.make("S", other).thread == "worker");
}

}  // namespace region_occurrences_test
