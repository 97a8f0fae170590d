#include <trace2/process/region_order.hpp>
#include <trace2/task/wait.hpp>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace region_order_test {

using support::brief_session;
using trace2::region;

namespace {

/// The lines' regions as "enter label" and "leave label time", and what was counted.
std::string shown(brief_session& session) {
  std::string lines;
  std::string const text = session.events();
  auto const member = [](std::string const& line, std::string const& name) {
    auto const at = line.find('"' + name + "\":");
    if (at == std::string::npos) return std::string{};
    auto const begin = at + name.size() + 3;
    std::string value = line.substr(begin, line.find_first_of(",}", begin) - begin);
    return value.front() == '"' ? value.substr(1, value.size() - 2) : value;
  };
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    std::string const line = text.substr(at, text.find('\n', at) - at);
    std::string const event = member(line, "event");
    if (event.find("enter") != std::string::npos)
      lines += "enter " + member(line, "label") + '\n';
    else if (event.find("leave") != std::string::npos)
      lines += "leave " + member(line, "label") + ' ' + member(line, "t_rel") + '\n';
    else if (member(line, "category") == "trace2")
      lines += member(line, "key") + ' ' + member(line, "value") + '\n';
  }
  return lines;
}
std::string mistakes(brief_session& session) {
  session.event();
  session.end();
  return shown(session);
}

/// EVENT shows all regions.
trace2::testing::memory_session_options const deep{.format = {.nesting_limit = 10'000}};

constexpr trace2::call_site place{"a.cpp", 7};

std::unique_ptr<region> entered(char const* label, trace2::call_site at = place) {
  return std::make_unique<region>("c", label, trace2::repo_id{}, at);
}

}  // namespace

TEST_CASE("of two regions that overlap each keeps its own time", "[R-REG-01]") {
  brief_session session{deep};
  region const around{"c", "around"};
  auto first = entered("first");
  session.clock.advance_microseconds(10);
  auto second = entered("second", {"a.cpp", 8});
  session.clock.advance_microseconds(20);
  session.events();
  first.reset();
  CHECK(session.events().empty());
  session.clock.advance_microseconds(30);
  second.reset();
  CHECK(shown(session) == "leave second 0.000050\nleave first 0.000030\n");
  { region const after{"c", "after"}; }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 1\n");
}

TEST_CASE("a chain of overlapping regions ends in the order of nesting", "[R-REG-01]") {
  brief_session session{deep};
  auto first = entered("1"), second = entered("2"), third = entered("3");
  session.events();
  session.clock.advance_microseconds(1);
  second.reset();
  session.clock.advance_microseconds(1);
  first.reset();
  session.clock.advance_microseconds(1);
  CHECK(session.events().empty());
  third.reset();
  CHECK(shown(session) == "leave 3 0.000003\nleave 2 0.000001\nleave 1 0.000002\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 2\n");
}

TEST_CASE("a macro's region is known by its place", "[R-REG-01]") {
  brief_session session{deep};
  auto late = entered("late");
  {
    TRACE2_REGION("c", "scope");
    late.reset();
    late = entered("later");
    session.clock.advance_microseconds(5);
    session.events();
  }
  CHECK(session.events().empty());
  late.reset();
  CHECK(shown(session) == "leave later 0.000005\nleave scope 0.000005\nleave late 0.000000\n");
}

TEST_CASE("a region that another thread leaves changes nothing there, nor around it",
          "[R-REG-11]") {
  brief_session session{deep};
  {
    region const around{"c", "around"};
    auto moved = entered("moved");
    session.events();
    std::thread{[&] {
      region const own{"c", "own"};
      moved.reset();
      session.clock.advance_microseconds(4);
    }}.join();
    CHECK(shown(session) == "enter own\nleave own 0.000004\n");
  }
  CHECK(shown(session) == "leave  0.000004\nleave around 0.000004\n");
  { region const after{"c", "after"}; }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 1\n");
}

TEST_CASE("a region that a verb has left is not left twice", "[R-REG-06]") {
  brief_session session{deep};
  region const around{"c", "around"};
  {
    auto const taken = entered("taken");
    trace2::region_leave("c", "by a verb");
    session.events();
  }
  CHECK(session.events().empty());
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 1\n");
}

TEST_CASE("a verb's region inside an object's ends by a verb", "[R-REG-01]") {
  brief_session session{deep};
  auto object = entered("object");
  trace2::region_enter("c", "verb");
  session.events();
  object.reset();
  session.clock.advance_microseconds(2);
  CHECK(session.events().empty());
  trace2::region_leave("c", "verb");
  CHECK(shown(session) == "leave verb 0.000002\nleave object 0.000000\n");
}

TEST_CASE("what has been left is shown before the session ends", "[R-REG-09]") {
  brief_session session{deep};
  auto first = entered("first");
  auto const second = entered("second");
  first.reset();
  session.clock.advance_microseconds(1);
  CHECK(mistakes(session) ==
        "leave  0.000001\nleave first 0.000000\nmisplaced_region/a.cpp(7) 1\n");
}

TEST_CASE("a thread shows before its end what has been left", "[R-REG-09]") {
  brief_session session{deep};
  std::thread{[&] {
    trace2::thread_scope const named{"t"};
    static std::unique_ptr<region> never_left;
    auto first = entered("first");
    never_left = entered("second");
    session.events();
    first.reset();
  }}.join();
  CHECK(shown(session) == "leave  0.000000\nleave first 0.000000\n");
}

TEST_CASE("an object that outlives its session leaves nothing", "[R-REG-09]") {
  std::unique_ptr<region> old;
  {
    brief_session session;
    old = entered("old");
  }
  brief_session session{deep};
  region const own{"c", "own"};
  session.events();
  old.reset();
  CHECK(session.events().empty());
}

TEST_CASE("regions of a task that overlap keep their times, on any thread", "[R-REG-01]") {
  brief_session session{deep};
  trace2::task const work{"c", "work"};
  std::unique_ptr<region> first, second;
  {
    trace2::task_scope const runs{work};
    first = entered("first");
    second = entered("second");
    session.clock.advance_microseconds(3);
    first.reset();
  }
  session.events();
  std::thread{[&] {
    trace2::task_scope const runs{work};
    session.clock.advance_microseconds(1);
    second.reset();
  }}.join();
  CHECK(shown(session) == "leave second 0.000004\nleave first 0.000003\n");
}

TEST_CASE("a task's end shows what has been left", "[R-REG-09]") {
  brief_session session{deep};
  std::unique_ptr<region> never_left;
  {
    trace2::task const work{"c", "work"};
    trace2::task_scope const runs{work};
    auto first = entered("first");
    never_left = entered("second");
    first.reset();
    session.events();
  }
  CHECK(shown(session) == "leave  0.000000\nleave first 0.000000\n");
}

TEST_CASE("a region that waits says so also when it was left too early") {
  brief_session session{deep};
  auto waits = std::make_unique<trace2::wait_region>("c", "waits");
  auto inside = entered("inside");
  waits.reset();
  session.events();
  inside.reset();
  CHECK(session.events().find("\"waits\":true") != std::string::npos);
}

TEST_CASE("regions that nobody leaves hold up a limited number of others") {
  brief_session session{deep};
  std::vector<std::unique_ptr<region>> never_left;
  for (int i = 0; i < 1000; ++i) {
    auto around = entered("around");
    never_left.push_back(entered("never left"));
  }
  CHECK(trace2::detail::thread_registry::known()->regions().size() <=
        2 * trace2::detail::region_order::most_left + 2);
  session.events();
  never_left.clear();
  { region const after{"c", "after"}; }
  CHECK(shown(session).find("enter after\nleave after 0.000000\n") != std::string::npos);
}

TEST_CASE("a region in the place of the thread's own ends, though the thread forgets others") {
  brief_session session{deep};
  trace2::region_leave("c", "surplus");
  auto outer = entered("outer"), forgotten = entered("forgotten");
  trace2::detail::all_threads.forget_regions();
  auto inner = entered("inner");
  outer.reset();
  session.events();
  inner.reset();
  CHECK(shown(session) == "leave inner 0.000000\n");
  { region const after{"c", "after"}; }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
}

}  // namespace region_order_test
