#include <trace2/task/coroutine.hpp>

#include <coroutine>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace coroutine_test {

using support::brief_session;

namespace {

struct job {
  struct promise_type : trace2::task_promise {
    job get_return_object() { return {handle::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { failed = true; }
    bool failed = false;
  };
  using handle = std::coroutine_handle<promise_type>;

  job(handle of) noexcept : coroutine{of} {}
  job(job&& from) noexcept : coroutine{std::exchange(from.coroutine, {})} {}
  ~job() {
    if (coroutine) coroutine.destroy();
  }
  handle coroutine;
};

/// Returns what `suspend` says.
template <class Suspend>
struct by {
  Suspend suspend;
  bool await_ready() const noexcept { return false; }
  auto await_suspend(std::coroutine_handle<> self) { return suspend(self); }
  int await_resume() const noexcept { return 5; }
};
template <class Suspend>
by(Suspend) -> by<Suspend>;

struct converted {
  auto operator co_await() const noexcept { return std::suspend_always{}; }
};

job across_threads() {
  auto const task = co_await trace2::own_task{"c", "job"};
  TRACE2_REGION("c", "region");
  co_await std::suspend_always{};
  trace2::data("c", "k", 1);
}

std::string shape(brief_session& session) {
  std::string const lines = session.events();
  std::string result;
  std::string_view const mark = "\"event\":\"";
  for (std::size_t at = 0; (at = lines.find(mark, at)) != lines.npos;) {
    at += mark.size();
    result += lines.substr(at, lines.find('"', at) - at) + " ";
  }
  return result;
}

}  // namespace

TEST_CASE("a coroutine is a task that is paused while it is suspended") {
  brief_session session;
  job const started = across_threads();
  CHECK(shape(session) == "task_begin task_run task_region_enter task_pause ");
  CHECK_FALSE(trace2::this_task());
  std::thread{[&] { started.coroutine.resume(); }}.join();
  CHECK(shape(session) == "task_run data task_region_leave task_pause task_end ");
}

TEST_CASE("a coroutine that is destroyed while it is suspended ends its task") {
  brief_session session;
  { job const started = across_threads(); }
  session.end();
  std::string const all = shape(session);
  CHECK(all.find("task_end") != std::string::npos);
}

TEST_CASE("a coroutine that is destroyed while it is suspended leaves its own regions") {
  brief_session session;
  trace2::region const of_thread{"c", "outer"};
  { job const started = across_threads(); }
  CHECK_FALSE(trace2::this_task());
  CHECK(shape(session).ends_with("task_pause task_run task_region_leave task_pause task_end "));
  trace2::data("c", "k", 1);
  CHECK(session.events().find("\"nesting\":2") != std::string::npos);
}

TEST_CASE("the parent is the task that called the coroutine") {
  brief_session session;
  trace2::task const caller{"c", "caller"};
  trace2::task_scope const runs{caller};
  job const started = across_threads();
  CHECK(trace2::this_task() == caller.id());
  CHECK(session.events().find("\"task\":2,\"parent\":1") != std::string::npos);
}

TEST_CASE("what does not suspend goes on at once") {
  brief_session session;
  job const started = [](brief_session& of) -> job {
    auto const task = co_await trace2::own_task{"c", "job"};
    of.events();
    int const stayed = co_await by{[](std::coroutine_handle<>) { return false; }};
    CHECK(stayed == 5);
    CHECK(trace2::this_task() == task.id());
    int const came_back = co_await by{[](std::coroutine_handle<> self) { return self; }};
    CHECK(came_back == 5);
    CHECK(trace2::this_task() == task.id());
    co_await std::suspend_never{};
    CHECK(trace2::this_task() == task.id());
  }(session);
  CHECK(started.coroutine.done());
  CHECK_FALSE(trace2::this_task());
}

TEST_CASE("an awaiter that resumes the coroutine at once leaves the task in order") {
  brief_session session;
  job const started = []() -> job {
    auto const task = co_await trace2::own_task{"c", "job"};
    co_await by{[](std::coroutine_handle<> self) { self.resume(); }};
    trace2::data("c", "k", 1);
  }();
  CHECK(started.coroutine.done());
  CHECK_FALSE(trace2::this_task());
  CHECK(shape(session) == "task_begin task_run task_pause task_run data task_pause task_end ");
}

TEST_CASE("an exception of an awaiter reaches the coroutine inside its task") {
  brief_session session;
  job const started = []() -> job {
    auto const task = co_await trace2::own_task{"c", "job"};
    bool is_caught = false;
    try {
      co_await by{[](std::coroutine_handle<>) -> bool { throw 1; }};
    } catch (int) {
      is_caught = true;
    }
    CHECK(is_caught);
    CHECK(trace2::this_task() == task.id());
  }();
  CHECK(started.coroutine.done());
}

TEST_CASE("a coroutine without a task is part of its caller's") {
  brief_session session;
  trace2::task const caller{"c", "caller"};
  trace2::task_scope const runs{caller};
  session.events();
  job const started = []() -> job {
    co_await converted{};
    trace2::data("c", "k", 1);
  }();
  started.coroutine.resume();
  CHECK(shape(session) == "data ");
}

}  // namespace coroutine_test
