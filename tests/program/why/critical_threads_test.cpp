#include "why/critical_threads.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/one_process.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"

namespace critical_threads_test {

using trace2::program::critical_threads;

namespace {

using support::one_process::line;
using support::one_process::process;

std::string thread(std::string_view name, std::string_view begin, std::string_view end) {
  return line("thread_start", begin, "", name) + line("thread_exit", end, "", name);
}

/// "role time" of each thread that a span of time waited for, in milliseconds, and the sum.
std::string explained(critical_threads& threads, trace2::program::model const& trace, int begin,
                      int end, int most, int by_tasks = 0) {
  constexpr trace2::read::nanoseconds millisecond = ns(1'000'000);
  std::string text;
  trace2::read::nanoseconds const sum = threads.explain(
      trace.begin + begin * millisecond, trace.begin + end * millisecond, most * millisecond,
      [&](std::string_view role, auto, trace2::read::nanoseconds time, std::uint64_t) {
        text.append(role).append(" ").append(std::to_string(time / millisecond)).append(" ");
      },
      [&](trace2::read::moment from, trace2::read::moment to, trace2::read::nanoseconds time) {
        text.append("tasks ").append(std::to_string((from - trace.begin) / millisecond));
        text.append(" to ").append(std::to_string((to - trace.begin) / millisecond)).append(" ");
        return std::min(time, by_tasks * millisecond);
      });
  return text + std::to_string(sum / millisecond);
}

}  // namespace

TEST_CASE("a span waits for the thread that ended last in it, then for the one before",
          "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.4") +
                                       thread("th02:b", "00:00:00.3", "00:00:00.6"))};
  critical_threads threads{made.trace, made.trace.processes[0]};
  CHECK(threads.has_main());
  CHECK(explained(threads, made.trace, 700, 900, 200) == "0");
  CHECK(explained(threads, made.trace, 0, 800, 800) == "b 300 a 200 500");
  CHECK(explained(threads, made.trace, 0, 800, 800) == "0");
}

TEST_CASE("each thread tells from when to when it was waited for", "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.4") +
                                       thread("th02:b", "00:00:00.3", "00:00:00.6"))};
  critical_threads threads{made.trace, made.trace.processes[0]};
  CHECK(threads.visits().empty());
  explained(threads, made.trace, 0, 800, 400);
  std::string text;
  for (critical_threads::visit const& one : threads.visits()) {
    text.append(made.trace.threads[one.thread].name).append(" ");
    text.append(std::to_string((one.begin - made.trace.begin) / ns(1'000'000))).append(" to ");
    text.append(std::to_string((one.end - made.trace.begin) / ns(1'000'000))).append(" ");
  }
  CHECK(text == "th02:b 300 to 600 th01:a 200 to 300 ");
}

TEST_CASE("a span waits no longer than it may", "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.4"))};
  critical_threads threads{made.trace, made.trace.processes[0]};
  CHECK(explained(threads, made.trace, 200, 500, 150) == "a 150 150");
}

TEST_CASE("the time of a thread that runs tasks is that of the tasks, as far as they explain it",
          "[export]") {
  using namespace support::tasks;  // NOLINT(google-build-using-namespace)
  support::modelled const made{process(
      line("thread_start", "00:00:00.1", "", "th01:a") + begin(1, "00:00:00.1", "t", 0, "th01:a") +
      run(1, "00:00:00.2", "th01:a") + pause(1, "00:00:00.3", "th01:a") +
      end(1, "00:00:00.3", "t", "th01:a") + line("thread_exit", "00:00:00.4", "", "th01:a"))};
  auto const with = [&](int by_tasks, int most) {
    critical_threads threads{made.trace, made.trace.processes[0]};
    return explained(threads, made.trace, 0, 500, most, by_tasks);
  };
  CHECK(with(300, 500) == "tasks 100 to 400 300");
  CHECK(with(120, 500) == "tasks 100 to 400 a 180 300");
  CHECK(with(300, 50) == "tasks 100 to 400 50");
  // All of its life, which its regions explain.
  CHECK(with(0, 500) == "tasks 100 to 400 a 200 a 100 300");
}

TEST_CASE("the thread that went on alone for longest is kept", "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.3") +
                                       thread("th02:a", "00:00:00.1", "00:00:00.9"))};
  critical_threads threads{made.trace, made.trace.processes[0]};
  CHECK(threads.worst_straggler().others == 0);
  explained(threads, made.trace, 0, 1'000, 1'000);
  CHECK(threads.worst_straggler().thread == "th02:a");
  CHECK(threads.worst_straggler().alone == ns(600'000'000));
}

}  // namespace critical_threads_test
