#include <trace2/event/data.hpp>
#include <trace2/export/waiting_form.hpp>

#include "support/catch.hpp"

namespace waiting_form_test {

namespace event = trace2::event;
using trace2::duration;
using trace2::exporter::has_waiting_form;
using trace2::exporter::waiting_form;

TEST_CASE("a region that only waits keeps all members of a region") {
  auto const enter =
      waiting_form(event::region_enter{.nesting = 2, .category = "c", .label = "l", .msg = "m"});
  CHECK((enter.waits && enter.nesting == 2));
  CHECK((enter.category == "c" && enter.label == "l" && enter.msg == "m"));
  auto const leave = waiting_form(event::region_leave{
      .t_rel = duration::microseconds(5), .nesting = 2, .category = "c", .label = "l", .msg = "m"});
  CHECK((leave.waits && leave.t_rel.in_microseconds() == 5 && leave.nesting == 2));
  CHECK((leave.category == "c" && leave.label == "l" && leave.msg == "m"));
}

TEST_CASE("a region of a task keeps its task") {
  CHECK(waiting_form(event::task_region_enter{.task = 7, .nesting = 2}).task == 7);
  auto const leave = waiting_form(
      event::task_region_leave{.task = 7, .t_rel = duration::microseconds(5), .nesting = 2});
  CHECK((leave.waits && leave.task == 7 && leave.t_rel.in_microseconds() == 5));
}

TEST_CASE("only regions wait") {
  static_assert(has_waiting_form<event::region_enter> &&
                has_waiting_form<event::task_region_leave>);
  static_assert(!has_waiting_form<event::data>);
}

}  // namespace waiting_form_test
