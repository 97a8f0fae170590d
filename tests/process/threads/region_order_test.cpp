#include <trace2/process/threads/region_order.hpp>
#include <trace2/task/wait.hpp>

#include <memory>
#include <new>
#include <string>
#include <thread>

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

TEST_CASE("the end of a region ends those inside it, whose objects then end nothing",
          "[R-REG-01]") {
  brief_session session{deep};
  region const around{"c", "around"};
  auto first = entered("first");
  session.clock.advance_microseconds(10);
  auto second = entered("second", {"a.cpp", 8});
  session.clock.advance_microseconds(20);
  session.events();
  first.reset();
  CHECK(shown(session) == "leave  0.000020\nleave first 0.000030\n");
  session.clock.advance_microseconds(30);
  second.reset();
  CHECK(session.events().empty());
  {
    region const after{"c", "after"};
  }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(8) 1\n");
}

TEST_CASE("of a chain of regions those inside end, and each is counted once", "[R-REG-01]") {
  brief_session session{deep};
  auto first = entered("1"), second = entered("2"), third = entered("3"), fourth = entered("4");
  session.events();
  second.reset();
  CHECK(shown(session) == "leave  0.000000\nleave  0.000000\nleave 2 0.000000\n");
  session.clock.advance_microseconds(1);
  first.reset();
  CHECK(shown(session) == "leave 1 0.000001\n");
  fourth.reset();
  third.reset();
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 2\n");
}

TEST_CASE("a macro's region is known by its place", "[R-REG-01]") {
  brief_session session{deep};
  auto late = entered("late");
  {
    TRACE2_REGION("c", "scope");
    session.events();
    late.reset();
    CHECK(shown(session) == "leave  0.000000\nleave late 0.000000\n");
    late = entered("later");
    session.clock.advance_microseconds(5);
    session.events();
  }
  CHECK(session.events().empty());
  late.reset();
  CHECK(shown(session) == "leave later 0.000005\n");
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
  {
    region const after{"c", "after"};
  }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 1\n");
}

TEST_CASE("a region in the place of one that another thread has left is open", "[R-REG-01]") {
  brief_session session{deep};
  alignas(region) unsigned char memory[sizeof(region)];
  auto* const dead = ::new (memory) region{"c", "dead", trace2::repo_id{}, place};
  std::thread{[&] { dead->~region(); }}.join();
  auto outer = entered("outer");
  auto* const alive = ::new (memory) region{"c", "alive", trace2::repo_id{}, place};
  session.events();
  auto inner = entered("inner");
  inner.reset();
  session.clock.advance_microseconds(5);
  alive->~region();
  outer.reset();
  CHECK(shown(session) ==
        "enter inner\nleave inner 0.000000\nleave alive 0.000005\nleave outer 0.000005\n");
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

TEST_CASE("a verb's region inside an object's ends with it, and is counted", "[R-REG-01]") {
  brief_session session{deep};
  auto object = entered("object");
  session.clock.advance_microseconds(1);
  trace2::region_enter("c", "verb");
  session.clock.advance_microseconds(2);
  session.events();
  object.reset();
  CHECK(shown(session) == "leave  0.000002\nleave object 0.000003\n");
  CHECK(mistakes(session) == "misplaced_region/a.cpp(7) 1\n");
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

TEST_CASE("of a task, too, the end of a region ends those inside it", "[R-REG-01]") {
  brief_session session{deep};
  trace2::task const work{"c", "work"};
  std::unique_ptr<region> first, second;
  {
    trace2::task_scope const runs{work};
    first = entered("first");
    second = entered("second");
    session.clock.advance_microseconds(3);
    session.events();
    first.reset();
    CHECK(shown(session) == "leave  0.000003\nleave first 0.000003\n");
  }
  session.events();
  std::thread{[&] {
    trace2::task_scope const runs{work};
    second.reset();
  }}.join();
  CHECK(shown(session).empty());
}

TEST_CASE("of a region that waits, those inside end as regions that do not") {
  brief_session session{deep};
  auto waits = std::make_unique<trace2::wait_region>("c", "waits");
  auto inside = entered("inside");
  session.events();
  waits.reset();
  std::string const text = session.events();
  CHECK(text.find("\"waits\":true") == text.rfind("\"waits\":true"));
  CHECK(text.find("\"label\":\"waits\",\"waits\":true") != std::string::npos);
}

TEST_CASE("a region in the place of the thread's own ends, though the thread forgets others") {
  brief_session session{deep};
  trace2::region_leave("c", "surplus");
  auto outer = entered("outer"), forgotten = entered("forgotten");
  trace2::detail::all_threads.forget_regions();
  auto inner = entered("inner");
  session.events();
  outer.reset();
  CHECK(shown(session) == "leave  0.000000\n");
  inner.reset();
  {
    region const after{"c", "after"};
  }
  CHECK(shown(session) == "enter after\nleave after 0.000000\n");
}

}  // namespace region_order_test
