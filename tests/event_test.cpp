#include <trace2/event.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/event/thread.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace event_test {

namespace event = trace2::event;
using namespace trace2::detail;
using trace2::traits_of;

namespace {

struct nameless {
  int x{};
};
BOOST_DESCRIBE_STRUCT(nameless, (), (x))

struct undescribed {
  static constexpr std::string_view event_name = "undescribed";
};

struct smallest {
  static constexpr std::string_view event_name = "smallest";
};
BOOST_DESCRIBE_STRUCT(smallest, (), ())

/// One row of the matrix of R-MAT-01.
template <class Event>
struct row {
  bool in_normal, in_perf, limits_nesting, has_t_abs, has_relative_time, has_category_column;

  void check() const {
    CAPTURE(Event::event_name);
    constexpr member_places places = schema_of<Event, 0, false>.places;
    CHECK(has_normal<Event> == in_normal);
    CHECK(!traits_of<Event>.machine_only == in_perf);
    CHECK((places.nesting >= 0) == limits_nesting);
    if (in_perf) CHECK(traits_of<Event>.timed == has_t_abs);
    CHECK((places.t_rel >= 0) == has_relative_time);
    CHECK((places.category >= 0 || has_perf_category<Event>) == has_category_column);
  }
};

constexpr bool yes = true;
constexpr bool no = false;

}  // namespace

TEST_CASE("an event is a described struct with a name") {
  CHECK(trace2::event_type<smallest>);
  CHECK_FALSE(trace2::event_type<nameless>);
  CHECK_FALSE(trace2::event_type<undescribed>);
  CHECK(undescribed::event_name == "undescribed");
  CHECK_FALSE(trace2::event_type<int>);
}

TEST_CASE("an event that says nothing about itself has defaults") {
  CHECK_FALSE(has_normal<smallest>);
  CHECK_FALSE(has_perf<smallest>);
  CHECK(traits_of<smallest>.timed);
  CHECK_FALSE(traits_of<smallest>.dated_when_brief);
  CHECK_FALSE(traits_of<smallest>.machine_only);
}

// clang-format off
TEST_CASE("each event is seen where Git shows it, with Git's columns", "[R-MAT-01][R-PRF-11]") {
  //                        NORMAL PERF limited t_abs t_rel category
  row<event::version>{        yes, yes, no,  no,  no,  no}.check();
  row<event::too_many_files>{ no,  no,  no,  no,  no,  no}.check();
  row<event::start>{          yes, yes, no,  yes, no,  no}.check();
  row<event::exit>{           yes, yes, no,  yes, no,  no}.check();
  row<event::atexit>{         yes, yes, no,  yes, no,  no}.check();
  row<event::signal>{         yes, yes, no,  yes, no,  no}.check();
  row<event::error>{          yes, yes, no,  no,  no,  no}.check();
  row<event::cmd_path>{       yes, yes, no,  no,  no,  no}.check();
  row<event::cmd_ancestry>{   yes, yes, no,  no,  no,  no}.check();
  row<event::cmd_name>{       yes, yes, no,  no,  no,  no}.check();
  row<event::cmd_mode>{       yes, yes, no,  no,  no,  no}.check();
  row<event::alias>{          yes, yes, no,  no,  no,  no}.check();
  row<event::child_start>{    yes, yes, no,  yes, no,  no}.check();
  row<event::child_exit>{     yes, yes, no,  yes, yes, no}.check();
  row<event::child_ready>{    yes, yes, no,  yes, yes, no}.check();
  row<event::thread_start>{   no,  yes, no,  yes, no,  no}.check();
  row<event::thread_exit>{    no,  yes, no,  yes, yes, no}.check();
  row<event::exec>{           yes, yes, no,  yes, no,  no}.check();
  row<event::exec_result>{    yes, yes, no,  yes, no,  no}.check();
  row<event::def_param>{      yes, yes, no,  no,  no,  yes}.check();
  row<event::def_repo>{       yes, yes, no,  no,  no,  no}.check();
  row<event::region_enter>{   no,  yes, yes, yes, no,  yes}.check();
  row<event::region_leave>{   no,  yes, yes, yes, yes, yes}.check();
  row<event::data>{           no,  yes, yes, yes, yes, yes}.check();
  row<event::data_json>{      no,  yes, yes, yes, yes, yes}.check();
  row<event::printf>{         yes, yes, no,  yes, no,  no}.check();
  row<event::th_timer>{       yes, yes, no,  no,  no,  yes}.check();
  row<event::timer>{          yes, yes, no,  no,  no,  yes}.check();
  row<event::th_counter>{     yes, yes, no,  no,  no,  yes}.check();
  row<event::counter>{        yes, yes, no,  no,  no,  yes}.check();
}
// clang-format on

TEST_CASE("brief lines are dated at the beginning and at the end of a process", "[R-EVT-04]") {
  CHECK(traits_of<event::version>.dated_when_brief);
  CHECK(traits_of<event::atexit>.dated_when_brief);
  CHECK_FALSE(traits_of<event::start>.dated_when_brief);
  CHECK_FALSE(traits_of<event::exit>.dated_when_brief);
}

TEST_CASE("no name of an event is wider than PERF's column", "[R-PRF-08]") {
  for (std::string_view const name :
       {event::cmd_ancestry::event_name, event::region_enter::event_name,
        event::thread_start::event_name, event::exec_result::event_name})
    CHECK(name.size() <= 12);
}

}  // namespace event_test
