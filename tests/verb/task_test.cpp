#include <trace2/session.hpp>
#include <trace2/task.hpp>
#include <trace2/verb/task.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace task_test {

using support::brief_session;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;
using task = trace2::basic_task<tracer>;
using task_scope = trace2::basic_task_scope<tracer>;
using region = trace2::basic_region<tracer>;

namespace {

/// The events since the last call: their names, and what tells them apart.
std::string shown(brief_session& session) {
  std::string result;
  std::string const lines = session.events();
  std::string_view rest{lines};
  auto const member = [](std::string_view line, std::string_view name) {
    std::size_t at = line.find("\"" + std::string{name} + "\":");
    if (at == line.npos) return std::string{};
    at += name.size() + 3;
    std::string value{line.substr(at, line.find_first_of(",}", at) - at)};
    std::erase(value, '"');
    return value;
  };
  for (; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
    std::string_view const line = rest.substr(0, rest.find('\n'));
    result += member(line, "event");
    for (char const* const name : {"task", "nesting", "label", "key", "t_run"})
      if (std::string const value = member(line, name); !value.empty()) result += " " + value;
    result += "\n";
  }
  return result;
}

/// What the session says at its end about mistakes.
std::string mistakes(brief_session& session) {
  shown(session);
  session.end();
  std::string const all = shown(session);
  std::string result;
  for (std::size_t at = 0; (at = all.find("data 1 ", at)) != all.npos; ++at)
    result += all.substr(at + 7, all.find('\n', at) - at - 6);
  return result;
}

}  // namespace

TEST_CASE("a task takes its regions along from thread to thread") {
  brief_session session;
  task work{"c", "work"};
  std::optional<region> inside;
  {
    region const of_thread{"c", "outer"};
    session.clock.advance_microseconds(1);
    task_scope const runs{work};
    inside.emplace("c", "inside");
    session.clock.advance_microseconds(2);
  }
  std::thread{[&] {
    task_scope const runs{work};
    session.clock.advance_microseconds(4);
    inside.reset();
  }}.join();
  work.end();
  CHECK(shown(session) ==
        "task_begin 1 work\n"
        "region_enter 1 outer\n"
        "task_run 1\n"
        "task_region_enter 1 1 inside\n"
        "task_pause 1\n"
        "region_leave 1 outer\n"
        "task_run 1\n"
        "task_region_leave 1 1 inside\n"
        "task_pause 1\n"
        "task_end 1 work 0.000006\n");
}

TEST_CASE("a region of a task counts from its beginning, on whichever thread") {
  brief_session session;
  task work{"c", "work"};
  std::optional<task_scope> runs{work};
  tracer::region_enter("c", "l");
  session.clock.advance_microseconds(5);
  runs.reset();
  session.clock.advance_microseconds(3);
  runs.emplace(work);
  session.events();
  tracer::region_leave("c", "l");
  CHECK(session.events().find("\"t_rel\":0.000008") != std::string::npos);
}

TEST_CASE("the innermost scope runs its task, and pauses the one around it") {
  brief_session session;
  task const outer{"c", "outer"};
  task_scope const runs{outer};
  task const inner{"c", "inner"};
  {
    task_scope const runs_inner{inner};
    CHECK(trace2::basic_this_task<tracer>() == inner.id());
    task_scope const again{inner};
    CHECK_FALSE(again);
  }
  CHECK(trace2::basic_this_task<tracer>() == outer.id());
  CHECK(shown(session) ==
        "task_begin 1 outer\n"
        "task_run 1\n"
        "task_begin 2 inner\n"
        "task_pause 1\n"
        "task_run 2\n"
        "task_pause 2\n"
        "task_run 1\n");
  session.end();
}

TEST_CASE("data inside a task counts from its regions") {
  brief_session session;
  region const of_thread{"c", "outer"};
  task const work{"c", "work"};
  session.clock.advance_microseconds(5);
  task_scope const runs{work};
  session.events();
  tracer::data("c", "k", 1);
  CHECK(session.events().find(R"("t_rel":0.000005,"nesting":1)") != std::string::npos);
}

TEST_CASE("a task that ends in its own scope is paused before") {
  brief_session session;
  task work{"c", "work"};
  task_scope const runs{work};
  work.end();
  CHECK(shown(session) ==
        "task_begin 1 work\ntask_run 1\ntask_pause 1\ntask_end 1 work 0.000000\n");
  CHECK(trace2::basic_this_task<tracer>() == trace2::task_id{});
}

TEST_CASE("a second thread does not run a task, and does not end it", "[R-REG-08]") {
  brief_session session;
  task work{"c", "work"};
  {
    task_scope const runs{work};
    shown(session);
    std::thread{[&] {
      task_scope const twice{work};
      CHECK_FALSE(twice);
      work.end();
    }}.join();
    CHECK(shown(session).empty());
  }
  CHECK(shown(session) == "task_pause 1\ntask_end 1 work 0.000000\n");
  CHECK(mistakes(session) == "task_run_twice\ntask_ended_while_run\n");
}

TEST_CASE("a scope that is left on another thread is counted", "[R-REG-08]") {
  brief_session session;
  task work{"c", "work"};
  auto runs = std::make_unique<task_scope>(work);
  std::thread{[&] { runs.reset(); }}.join();
  CHECK(trace2::basic_this_task<tracer>() == work.id());
  work.end();
  CHECK(mistakes(session) == "task_scope_misplaced\n");
}

TEST_CASE("scopes that are left in another order are counted", "[R-REG-08]") {
  brief_session session;
  task const first{"c", "first"};
  task const second{"c", "second"};
  task_scope outer{first};
  task_scope inner{second};
  shown(session);
  outer.leave();
  CHECK(shown(session) == "task_pause 2\ntask_run 1\ntask_pause 1\n");
  inner.leave();
  CHECK(mistakes(session) == "unfinished_tasks\ntask_scope_misplaced\n");
}

TEST_CASE("a task that is open when the session ends is counted, and over", "[R-REG-09]") {
  task work;
  task_scope runs;
  {
    brief_session session;
    work.begin("c", "work");
    runs.enter(work);
    shown(session);
    session.end();
    CHECK(shown(session).starts_with("task_pause 1\ndata 1 unfinished_tasks\n"));
  }
  brief_session session;
  CHECK_FALSE(task_scope{work});
  CHECK_FALSE(work.id());
  {
    task const next{"c", "next", work.id()};
    shown(session);
    work.waits_for(next.id());
    next.caused_by(work.id());
    CHECK(shown(session).empty());
  }
  shown(session);
  runs.leave();
  work.end();
  CHECK(session.events().empty());
}

TEST_CASE("a scope that outlives its session runs nothing in the next", "[R-REG-09]") {
  for (bool const is_left_first : {false, true}) {
    CAPTURE(is_left_first);
    brief_session session;
    task const work{"c", "work"};
    task_scope runs{work};
    region const outer{"c", "outer"};
    // What a next session does, which another thread begins.
    trace2::detail::this_process.task_era.fetch_add(1);
    trace2::detail::all_threads.forget_regions();
    if (is_left_first) runs.leave();
    shown(session);
    { region const inner{"c", "inner"}; }
    CHECK(shown(session) == "region_enter 1 inner\nregion_leave 1 inner\n");
    CHECK_FALSE(trace2::basic_this_task<tracer>());
    runs.leave();
    CHECK(shown(session).empty());
    CHECK(trace2::detail::this_process.misuse.task_scope.load_relaxed() == 0);
  }
}

TEST_CASE("a scope is not left in place of a task that has the memory of its own", "[R-REG-08]") {
  brief_session session;
  std::uint32_t const era = trace2::detail::this_process.task_era.load_relaxed();
  task const work{"c", "work"};
  task_scope const runs{work};
  trace2::detail::entered_task other{.era = era, .line = 0, .file = "", .by = nullptr, .id = 77};
  trace2::detail::task_support<trace2::default_targets>::bodies.pause(other);
  CHECK(trace2::basic_this_task<tracer>() == work.id());
  CHECK(mistakes(session).find("task_scope_misplaced") != std::string::npos);
}

TEST_CASE("a task forgets its regions over a pause of tracing", "[R-REG-08]") {
  brief_session session;
  task const work{"c", "work"};
  std::unique_ptr<region> old;
  {
    task_scope const runs{work};
    old = std::make_unique<region>("c", "old");
  }
  trace2::detail::all_threads.forget_regions();
  task_scope const runs{work};
  session.events();
  { region const inside{"c", "inside"}; }
  CHECK(session.events().find("\"nesting\":1") != std::string::npos);
  old.reset();
  CHECK(session.events().empty());
  CHECK(mistakes(session).find("misplaced") == std::string::npos);
}

TEST_CASE("the child of a fork has no tasks", "[R-REG-09]") {
  brief_session session;
  task work{"c", "work"};
  CHECK(support::run_in_child([&] {
          trace2::detail::all_threads.begin_child(0);
          trace2::detail::this_process.restart_counting(1);
          bool const is_over = !task_scope{work} && !trace2::basic_this_task<tracer>();
          work.end();
          return is_over && trace2::detail::this_process.misuse.task_end.load_relaxed() == 0 ? 0
                                                                                             : 1;
        }) == 0);
}

TEST_CASE("a thread that ends runs its tasks no longer") {
  brief_session session;
  task const work{"c", "work"};
  shown(session);
  std::thread{[&] {
    tracer::thread_start("t");
    auto* const left = new task_scope{work};
    tracer::thread_exit();
    delete left;
  }}.join();
  CHECK(shown(session) == "thread_start\ntask_run 1\ntask_pause 1\nthread_exit\n");
  std::unique_ptr<task_scope> kept;
  std::thread{[&] { kept = std::make_unique<task_scope>(work); }}.join();
  CHECK(shown(session) == "task_run 1\ntask_pause 1\n");
  CHECK(task_scope{work});
}

TEST_CASE("the task itself is no region that a surplus leave ends", "[R-REG-08]") {
  brief_session session;
  task const work{"c", "work"};
  task_scope const runs{work};
  shown(session);
  tracer::region_leave("c", "l");
  tracer::region_leave("c", "l");
  CHECK(shown(session).empty());
  CHECK(mistakes(session).find("surplus_region_leave") != std::string::npos);
}

TEST_CASE("a scope whose task has ended inside it is no mistake", "[R-REG-08]") {
  brief_session session;
  task outer{"c", "outer"};
  {
    task_scope const runs{outer};
    {
      task inner{"c", "inner"};
      task_scope const runs_inner{inner};
      inner.end();
    }
    CHECK(trace2::basic_this_task<tracer>() == outer.id());
    outer.end();
  }
  CHECK(trace2::detail::this_process.misuse.task_scope.load_relaxed() == 0);
}

TEST_CASE("a task may end while the thread that runs it pauses it") {
  brief_session session;
  for (int i = 0; i < 200; ++i) {
    task work{"c", "work"};
    std::atomic<bool> is_run{false};
    std::thread other{[&] {
      task_scope const runs{work};
      is_run = true;
    }};
    while (!is_run) std::this_thread::yield();
    work.end();
    other.join();
  }
  session.end();
  CHECK(session.events().find("unfinished") == std::string::npos);
}

TEST_CASE("more ends than beginnings are no unfinished tasks") {
  brief_session session;
  { task const work{"c", "work"}; }
  trace2::detail::this_process.ended_tasks.fetch_add(1);  // as between two looks at the numbers
  CHECK(mistakes(session).empty());
  auto const& of_thread = trace2::detail::thread_registry::known()->sums.ended_tasks;
  CHECK(trace2::detail::this_process.ended_tasks.load_relaxed() + of_thread.count.load_relaxed() ==
        1);
}

TEST_CASE("a task counts as ended, whichever thread has ended it, also one that is over") {
  brief_session session;
  for (int i = 0; i < 3; ++i) {
    task work{"c", "work"};
    std::thread{[&work] {
      task{"c", "of the thread"}.end();
      work.end();
    }}.join();
  }
  { task const work{"c", "work"}; }
  CHECK(mistakes(session).empty());
}

TEST_CASE("a task that is open when its session ends is over for the next one") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_EVENT", directory / "event"};
  CHECK(support::run_in_child([] {
          constexpr char const* argv[] = {"program", nullptr};
          std::optional<task> open;
          for (int i = 0; i < 3; ++i) {
            trace2::session const trace{1, argv, {.ancestry = false}};
            { task const work{"c", "work"}; }
            if (i == 0) open.emplace("c", "open");
            if (i == 1) open.reset();
            std::thread{[] { task const work{"c", "of a thread"}; }}.join();
            trace.end();
          }
          return 0;
        }) == 0);
  std::string const text = support::content_of(directory / "event");
  std::size_t const told = text.find("unfinished_tasks");
  CHECK(told != text.npos);
  CHECK(text.find(R"("value":"1")", told) < text.find("atexit", told));
  CHECK(text.find("unfinished_tasks", told + 1) == text.npos);
}

TEST_CASE("regions that were left while tracing was off are forgotten beneath a task") {
  brief_session session;
  task const work{"c", "work"};
  tracer::region_enter("c", "outer");
  trace2::detail::all_threads.forget_regions();
  { task_scope const runs{work}; }
  shown(session);
  tracer::region_enter("c", "next");
  CHECK(shown(session) == "region_enter 1 next\n");
  session.end();
}

TEST_CASE("a task's region that was entered before tracing was off is left unnoticed") {
  brief_session session;
  task const work{"c", "work"};
  task_scope const runs{work};
  {
    region const inside{"c", "inside"};
    trace2::detail::all_threads.forget_regions();
    shown(session);
  }
  CHECK(shown(session).empty());
  CHECK(trace2::detail::this_process.misuse.region_leave.load_relaxed() == 0);
}

TEST_CASE("threads hand many tasks around") {
  brief_session session;
  constexpr int count = 200;
  std::vector<task> tasks(count);
  for (task& each : tasks) each.begin("c", "l");
  std::vector<std::thread> threads;
  std::atomic<int> next{0};
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      for (int at = 0; (at = next++) < 3 * count;) {
        task& each = tasks[static_cast<std::size_t>(at % count)];
        task_scope const runs{each};
        region const inside{"c", "inside"};
      }
    });
  for (std::thread& each : threads) each.join();
  tasks.clear();
  session.events();
  session.end();
  CHECK(session.events().find("unfinished") == std::string::npos);
}

}  // namespace task_test
