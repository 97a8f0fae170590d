#include <trace2/read/line_process.hpp>

#include "support/catch.hpp"

namespace line_process_test {

namespace event = trace2::event;
using trace2::read::kind_of;
using trace2::read::line_facts;
using trace2::read::line_process;
using trace2::read::line_thread;

TEST_CASE("a thread knows when its innermost region began", "[read]") {
  line_process process;
  line_thread& thread = process.threads["main"];
  thread.is_whole = true;
  thread.begin = 5;
  CHECK(thread.innermost() == 5);
  thread.enter(1, 10);
  thread.enter(2, 20);
  CHECK(thread.innermost() == 20);
  CHECK(thread.open_regions == 3);
  thread.leave(1);
  CHECK(thread.innermost() == 5);
  thread.enter(3, 30);  // those around it are missing
  CHECK_FALSE(thread.innermost());
}

TEST_CASE("a thread that ends is forgotten once", "[read]") {
  line_process process;
  process.threads["main"];
  CHECK(process.find("main") != nullptr);
  CHECK(process.forget("main"));
  CHECK(process.find("main") == nullptr);
  CHECK_FALSE(process.forget("main"));
}

TEST_CASE("a process may write what its state and its clock allow", "[read]") {
  line_process process{.is_whole = true, .has_started = true, .origin = 1'000'000};
  process.children.emplace(1, trace2::read::line_child{100, {}});
  line_thread& main = process.threads["main"];
  main.is_whole = true;
  main.enter(1, 500);
  main.last = 500;
  auto const may = [&](line_facts const& line) { return process.may_write(line); };
  CHECK_FALSE(may({.kind = kind_of<event::start>}));
  CHECK(may({.kind = kind_of<event::error>}));
  CHECK_FALSE(may({.kind = kind_of<event::exit>, .t_abs = 499}));
  CHECK(may({.kind = kind_of<event::exit>, .wall = 1'000'700, .t_abs = 600}));
  CHECK_FALSE(may({.kind = kind_of<event::exit>, .wall = 1'000'700, .t_abs = 2'000}));
  CHECK(may({.kind = kind_of<event::child_exit>, .t_abs = 900, .t_rel = 800, .child_id = 1}));
  CHECK_FALSE(may({.kind = kind_of<event::child_exit>, .t_abs = 900, .t_rel = 700, .child_id = 1}));
  CHECK_FALSE(may({.kind = kind_of<event::child_exit>, .child_id = 2}));
  CHECK(may({.kind = kind_of<event::region_leave>, .t_abs = 700, .t_rel = 200, .level = 1}));
  CHECK_FALSE(may({.kind = kind_of<event::region_leave>, .t_abs = 700, .t_rel = 300, .level = 1}));
  CHECK_FALSE(may({.kind = kind_of<event::region_leave>, .t_abs = 700, .t_rel = 200, .level = 2}));
  CHECK_FALSE(may({.kind = kind_of<event::region_enter>, .t_abs = 700, .level = 1}));
  process.is_transformed = true;
  CHECK_FALSE(may({.kind = kind_of<event::error>}));
  CHECK(may({.kind = kind_of<event::exec_result>}));
}

TEST_CASE("a delay has no whole days", "[read]") {
  line_process process{.origin = 1'000'000};
  CHECK(process.delay_of({.wall = 86'400'000'000 + 1'000'310, .t_abs = 300}) == 10);
  CHECK_FALSE(process.delay_of({.wall = 5}));
}

}  // namespace line_process_test
