#include <trace2/call/tracer.hpp>
#include <trace2/counter.hpp>
#include <trace2/process/sums.hpp>
#include <trace2/timer.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace sums_test {

using support::brief_session;
using trace2::sum_scope;
using tracer_on = trace2::basic_tracer<true, trace2::default_targets>;

namespace {

std::string sums_of_process(brief_session& session) {
  {
    trace2::detail::call_context const s;
    trace2::detail::sums<trace2::default_targets>::publish_of_process(s);
  }
  return std::string{session.normal()};
}

std::string sums_of_thread(brief_session& session) {
  {
    trace2::detail::call_context const s;
    trace2::detail::sums<trace2::default_targets>::publish_of_thread(s);
  }
  return std::string{session.normal()};
}

}  // namespace

TEST_CASE("what is not used is not shown", "[R-CTR-02][R-TMR-06]") {
  trace2::counter const files{"sums", "unused", sum_scope::per_thread};
  trace2::timer const reading{"sums", "unused", sum_scope::per_thread};
  brief_session session;
  files.add(0);
  reading.start();
  CHECK(sums_of_process(session) == "");
  CHECK(sums_of_thread(session) == "");
}

TEST_CASE("least, most and total are those of all threads", "[R-TMR-06][R-TMR-07]") {
  trace2::timer const reading{"sums", "read"};
  brief_session session;
  auto const measure = [&](std::int64_t nanoseconds) {
    reading.start();
    session.clock.advance_nanoseconds(nanoseconds);
    reading.stop();
  };
  measure(2'000'000);
  std::thread{[&] { measure(500); }}.join();
  std::thread{[&] {
    measure(7'000'600);
    tracer_on::thread_exit();
  }}.join();
  session.normal();
  // In binary 0.0000005 s is a little less than half a microsecond.
  CHECK(sums_of_process(session) ==
        "timer sums/read intervals:3 total:0.009001 min:0.000000 max:0.007001\n");
}

TEST_CASE("a thread shows what is its own and shown per thread", "[R-TMR-05][R-CTR-02]") {
  trace2::counter const shown{"sums", "shown", sum_scope::per_thread};
  trace2::counter const hidden{"sums", "hidden"};
  brief_session session;
  shown.add(1);
  hidden.add(1);
  std::thread{[&] {
    shown.add(10);
    hidden.add(10);
    CHECK(sums_of_thread(session) == "th_counter sums/shown value:10\n");
  }}.join();
  CHECK(sums_of_thread(session) == "th_counter sums/shown value:1\n");
  CHECK(sums_of_process(session) == "counter sums/shown value:11\ncounter sums/hidden value:11\n");
}

TEST_CASE("sums of threads that run on are in the totals", "[R-LIFE-18][R-LIM-12]") {
  trace2::counter const files{"sums", "of running threads"};
  brief_session session;
  std::atomic<int> added{0};
  std::atomic<bool> may_end{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) files.add();
      ++added;
      while (!may_end) std::this_thread::yield();
    });
  while (added != 4) std::this_thread::yield();
  CHECK(sums_of_process(session) == "counter sums/of running threads value:4000\n");
  may_end = true;
  for (auto& thread : threads) thread.join();
  CHECK(sums_of_process(session) == "counter sums/of running threads value:4000\n");
}

TEST_CASE("a sum of 2^63 and more is not negative", "[R-EVT-07][R-CTR-05]") {
  trace2::counter const bytes{"sums", "bytes"};
  brief_session session;
  bytes.add(~std::uint64_t{0});
  sums_of_process(session);
  CHECK(session.events().find("\"name\":\"bytes\",\"count\":18446744073709551615}") !=
        std::string::npos);
}

}  // namespace sums_test
