#include <trace2/counter.hpp>
#include <trace2/process/sum_snapshot.hpp>
#include <trace2/timer.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include <sys/time.h>

namespace sum_snapshot_test {

using namespace trace2::detail;
using support::brief_session;
using trace2::sum_scope;

namespace {

struct free_it {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using snapshot = std::unique_ptr<sum_snapshot, free_it>;

snapshot taken(sum_scope of = sum_scope::per_process) {
  call_context const s;
  return snapshot{sum_snapshot::take(s, of)};
}

template <class Sum>
unsigned number_of(char const* name, bool keeps_lengths = false) {
  return sum_definitions<Sum>.define("snapshot", name, false, keeps_lengths)->number;
}

}  // namespace

TEST_CASE("two snapshots differ by what timers and counters summed up between them") {
  trace2::basic_counter<true> const files{"snapshot", "files"};
  trace2::basic_timer<true> const reading{"snapshot", "read"};
  trace2::basic_distribution_timer<true> const writing{"snapshot", "write"};
  brief_session session;
  files.add(5);
  writing.start(), writing.stop();
  auto const before = taken();
  files.add(2);
  reading.start(), reading.stop();
  for (int i = 0; i < 3; ++i) writing.start(), writing.stop();
  auto const after = taken();
  REQUIRE((before && after));
  CHECK(before->precedes(*after));
  CHECK(after->since<counter_sum>(*before, number_of<counter_sum>("files")).count == 2);
  CHECK(after->since<timer_sum>(*before, number_of<timer_sum>("read")).count == 1);
  CHECK(after->since<timer_sum>(*before, number_of<timer_sum>("write", true)).count == 3);
}

TEST_CASE("a snapshot of all threads holds those of running and ended ones") {
  trace2::basic_counter<true> const files{"snapshot", "threads"};
  brief_session session;
  auto const before = taken();
  auto const own_before = taken(sum_scope::per_thread);
  files.add(1);
  std::thread{[&] { files.add(10); }}.join();
  auto const after = taken();
  auto const own_after = taken(sum_scope::per_thread);
  unsigned const number = number_of<counter_sum>("threads");
  CHECK(after->since<counter_sum>(*before, number).count == 11);
  CHECK(own_after->since<counter_sum>(*own_before, number).count == 1);
  CHECK(own_after->is_of_thread());
  CHECK_FALSE(own_before->precedes(*after));
  std::thread{[&] { CHECK_FALSE(own_before->precedes(*taken(sum_scope::per_thread))); }}.join();
}

TEST_CASE("a snapshot precedes none whose sums began anew") {
  snapshot before;
  {
    brief_session session;
    before = taken();
  }
  brief_session session;
  CHECK_FALSE(before->precedes(*taken()));
}

TEST_CASE("a timer that another thread sets to zero meanwhile has no huge sum") {
  trace2::basic_timer<true> const reading{"snapshot", "shrinking"};
  brief_session session;
  reading.start(), session.clock.advance_microseconds(7), reading.stop();
  auto const before = taken();
  // Seen by a look that began before the registry counted the new session.
  thread_registry::known()->sums.of<timer_sum>().get(number_of<timer_sum>("shrinking"))->forget();
  auto const after = taken();
  REQUIRE((before && after));
  auto const sum = after->since<timer_sum>(*before, number_of<timer_sum>("shrinking"));
  CHECK((sum.count == 0 && sum.ticks == 0));
}

TEST_CASE("the number of intervals and their time are never more than one interval apart") {
  timer_sum sum;
  std::atomic<bool> is_over{false};
  std::thread other{[&] {
    // As a timer does, it reads the clock for each of both. Without that it would starve the
    // reader.
    while (!is_over) {
      (void)std::chrono::steady_clock::now();
      sum.start(1);
      (void)std::chrono::steady_clock::now();
      sum.stop(4);
    }
  }};
  while (sum.intervals.load_acquire() < 1'000) std::this_thread::yield();
  // Many readings are interrupted for the time of many intervals.
  static constinit std::atomic<int> interruptions{0};
  std::signal(SIGALRM, [](int) { ++interruptions; });
  constexpr itimerval often{.it_interval = {.tv_sec = 0, .tv_usec = 50},
                            .it_value = {.tv_sec = 0, .tv_usec = 50}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  int apart = 0;
  while (interruptions < 10'000) {
    auto const [count, ticks] = sum_snapshot::value_of(sum);
    // The time of an interval is added first.
    std::int64_t const ahead = ticks - 3 * static_cast<std::int64_t>(count);
    apart += ahead != 0 && ahead != 3;
  }
  constexpr itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  std::signal(SIGALRM, SIG_DFL);
  is_over = true;
  other.join();
  CHECK(apart == 0);
}

TEST_CASE("a timer that is defined later had no sum") {
  brief_session session;
  auto const before = taken();
  trace2::basic_counter<true> const late{"snapshot", "late"};
  late.add(7);
  auto const after = taken();
  CHECK(after->since<counter_sum>(*before, number_of<counter_sum>("late")).count == 7);
}

}  // namespace sum_snapshot_test
