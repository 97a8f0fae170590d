#include <trace2/read/recording/short_event.hpp>

#include <string>

#include "support/catch.hpp"

namespace short_event_test {

using namespace trace2::read::recording;
using kind = trace2::detail::recording::kind;

namespace {

std::string shown(kind what, std::uint64_t task) {
  site where;
  where.category = "c";
  where.label = "l";
  where.has_category = where.has_label = true;
  stored_event event;
  event.kind = what;
  event.where = &where;
  event.task = task;
  event.value = 9;
  event.open_regions = 2;
  std::string result;
  auto const show = [&result](auto const& found) {
    result = found.event_name;
    if constexpr (requires { found.task; }) result += " " + std::to_string(found.task);
    if constexpr (requires { found.parent; }) result += " in " + std::to_string(found.parent);
    if constexpr (requires { found.nesting; }) result += " at " + std::to_string(found.nesting);
    if constexpr (requires { found.label; }) result += " " + std::string{found.label};
    if constexpr (requires { found.waits; }) result += " waits";
  };
  if (event.is_about_task())
    visit_short_task(event, show);
  else
    visit_short_region<true>(event, show);
  return result;
}

}  // namespace

TEST_CASE("a region is one of the thread, or of the task that it runs", "[read]") {
  CHECK(shown(kind::region_enter, 0) == "region_enter at 2 l");
  CHECK(shown(kind::region_leave, 0) == "region_leave at 2 l");
  CHECK(shown(kind::region_enter, 7) == "task_region_enter 7 at 2 l");
  CHECK(shown(kind::region_leave, 7) == "task_region_leave 7 at 2 l");
}

TEST_CASE("a region that waits says so", "[read]") {
  CHECK(shown(kind::wait_enter, 0) == "region_enter at 2 l waits");
  CHECK(shown(kind::wait_leave, 0) == "region_leave at 2 l waits");
  CHECK(shown(kind::wait_enter, 7) == "task_region_enter 7 at 2 l waits");
  CHECK(shown(kind::wait_leave, 7) == "task_region_leave 7 at 2 l waits");
}

TEST_CASE("the parent of a task is the one that the thread runs", "[read]") {
  CHECK(shown(kind::task_begin, 7) == "task_begin 9 in 7 l");
  CHECK(shown(kind::task_end, 0) == "task_end 9 l");
  CHECK(shown(kind::task_run, 9) == "task_run 9");
  CHECK(shown(kind::task_pause, 0) == "task_pause 9");
}

}  // namespace short_event_test
