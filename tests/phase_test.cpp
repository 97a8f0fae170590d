#include <trace2/counter.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/phase.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/timer.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"

namespace phase_test {

using support::brief_session;
using trace2::sum_scope;
using counter_on = trace2::basic_counter<true>;
using timer_on = trace2::basic_timer<true>;
using phase_on = trace2::basic_phase<true>;
using region_on =
    trace2::basic_region_with_sums<trace2::basic_tracer<true, trace2::default_targets>>;

namespace {

/// Names and values of the data_json events since the last call, one line each.
std::string shown(brief_session& session) {
  std::string const text = session.events();
  std::string found;
  for (std::size_t at = 0; (at = text.find("\"data_json\"", at)) != std::string::npos;) {
    at = text.find("\"category\"", at);
    found.append(text, at, text.find('\n', at) - 1 - at).append("\n");
  }
  return found;
}

std::string phase(std::string_view key, std::string_view sums, std::string_view time = "0.000000",
                  std::string_view whose = "process") {
  std::string text = R"("category":"bench","key":")";
  text.append(key).append(R"(","value":{"of":"phase","whose":")").append(whose);
  text.append(R"(","t_total":)").append(time).append(R"(,"sums":[)").append(sums).append("]}\n");
  return text;
}
std::string count(std::string_view name, std::uint64_t value) {
  return std::string{R"({"category":"phase","name":")"}.append(name).append(R"(","count":)") +
         std::to_string(value) + "}";
}

/// The sum of all that phases said of a counter.
std::uint64_t sum_in(std::string_view text, std::string_view name) {
  std::string const before = std::string{R"("name":")"}.append(name).append(R"(","count":)");
  std::uint64_t sum = 0;
  for (std::size_t at = 0; (at = text.find(before, at)) != text.npos;) {
    at += before.size();
    sum += std::strtoull(text.data() + at, nullptr, 10);
  }
  return sum;
}

}  // namespace

TEST_CASE("a phase shows what timers and counters summed up in it") {
  counter_on const files{"phase", "files"};
  counter_on const idle{"phase", "idle"};
  timer_on const reading{"phase", "read"};
  brief_session session;
  files.add(3);
  idle.add();
  {
    phase_on const step{"bench", "fill"};
    files.add(4);
    reading.start();
    session.clock.advance_microseconds(1'500'000);
    reading.stop();
    CHECK(shown(session) == "");
  }
  CHECK(shown(session) ==
        phase("fill",
              R"({"category":"phase","name":"read","intervals":1,"t_total":1.500000},)" +
                  count("files", 4),
              "1.500000"));
  // The totals stay.
  CHECK(session.sums_at_end() ==
        "timer phase/read intervals:1 total:1.500000 min:1.500000 max:1.500000\n"
        "counter phase/files value:7\ncounter phase/idle value:1\n");
}

TEST_CASE("the next phase begins where the last one ended") {
  counter_on const files{"phase", "next"};
  brief_session session;
  phase_on step;
  step.next("bench", "a");
  files.add(1);
  step.next("bench", std::string_view{"b"});
  files.add(2);
  step.next("bench", "c");
  step.end();
  step.end();
  CHECK(shown(session) ==
        phase("a", count("next", 1)) + phase("b", count("next", 2)) + phase("c", ""));
}

TEST_CASE("phases nest and overlap") {
  counter_on const files{"phase", "nested"};
  brief_session session;
  phase_on outer{"bench", "outer"};
  files.add(1);
  phase_on inner{"bench", "inner"};
  files.add(2);
  outer.end();
  files.add(4);
  inner.end();
  CHECK(shown(session) == phase("outer", count("nested", 3)) + phase("inner", count("nested", 6)));
}

TEST_CASE("a phase is of all threads or of its own one") {
  counter_on const files{"phase", "threads"};
  brief_session session;
  {
    phase_on const all{"bench", "all"};
    phase_on const own{"bench", "own", sum_scope::per_thread};
    std::thread{[&] { files.add(5); }}.join();
    files.add(2);
  }
  CHECK(shown(session) == phase("own", count("threads", 2), "0.000000", "thread") +
                              phase("all", count("threads", 7)));
}

TEST_CASE("a phase of a thread that ends on another is a mistake") {
  counter_on const files{"phase", "moved"};
  brief_session session;
  phase_on step{"bench", "moved", sum_scope::per_thread};
  files.add(1);
  std::thread{[&] { step.end(); }}.join();
  CHECK(shown(session) == "");
  session.end();
  CHECK(session.events().find(R"("key":"uncounted_sums","value":"1")") != std::string::npos);
}

TEST_CASE("a region may show the sums inside") {
  counter_on const files{"phase", "region"};
  brief_session session;
  files.add(1);
  {
    region_on const load{"bench", "load"};
    files.add(2);
  }
  std::string const lines = session.events();
  CHECK(lines.find(count("region", 2)) != std::string::npos);
  CHECK(lines.find("data_json") < lines.find("region_leave"));
  CHECK(lines.find("region_enter") < lines.find("data_json"));
}

TEST_CASE("a timer or counter that is defined in a phase counts in it") {
  brief_session session;
  phase_on step{"bench", "new"};
  counter_on const late{"phase", "defined late"};
  late.add(2);
  step.end();
  CHECK(shown(session) == phase("new", count("defined late", 2)));
}

TEST_CASE("a counter that goes down is a difference too", "[R-CTR-01]") {
  counter_on const files{"phase", "down"};
  brief_session session;
  files.add(10);
  phase_on step{"bench", "down"};
  files.add(~std::uint64_t{0});
  step.end();
  CHECK(shown(session) == phase("down", count("down", ~std::uint64_t{0})));
}

TEST_CASE("the sums of many names go on in further events") {
  std::vector<counter_on> many;
  for (int i = 0; i < 900; ++i)
    many.emplace_back("phase", "a rather long name of a counter, number " + std::to_string(i));
  brief_session session;
  phase_on step{"bench", "many"};
  for (counter_on const& each : many) each.add();
  step.end();
  std::string const lines = session.events();
  std::size_t longest = 0;
  std::size_t events = 0;
  for (std::size_t at = 0; at < lines.size(); ++events) {
    std::size_t const end = lines.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  CHECK(events > 1);
  CHECK(longest < 32'768);
  std::size_t found = 0;
  for (std::size_t at = 0; (at = lines.find("\"count\":1}", at)) != lines.npos; ++at) ++found;
  CHECK(found == 900);
  CHECK(lines.find("t_total") == lines.rfind("t_total"));
}

TEST_CASE("while tracing is off there is no phase", "[R-API-34]") {
  counter_on const files{"phase", "off"};
  phase_on before{"bench", "before"};
  {
    brief_session session;
    phase_on const open{"bench", "open"};
    before.end();
    files.add();
    session.end();
    CHECK(shown(session) == "");
  }
  before.next("bench", "after");
  before.end();
}

TEST_CASE("the next phase is of the same threads, even if the one before could not begin") {
  phase_on step{"bench", "off", sum_scope::per_thread};
  brief_session trace;
  step.next("bench", "on");
  step.end();
  CHECK(shown(trace) == phase("on", "", "0.000000", "thread"));
}

TEST_CASE("a phase that outlives its session shows nothing of the next one") {
  counter_on const files{"phase", "sessions"};
  phase_on step;
  {
    brief_session session;
    step.begin("bench", "first");
    files.add(3);
  }
  brief_session session;
  files.add(1);
  step.next("bench", "second");
  files.add(2);
  step.end();
  CHECK(shown(session) == phase("second", count("sessions", 2)));
}

TEST_CASE("the child of a fork has phases of its own") {
  counter_on const files{"phase", "fork"};
  brief_session session;
  files.add(1);
  phase_on step{"bench", "parent"};
  files.add(2);
  CHECK(support::run_in_child([&] {
          trace2::detail::all_threads.begin_child(trace2::detail::clock::now());
          files.add(50);
          step.end();
          if (shown(session).find("\"of\":\"phase\"") != std::string::npos) return 1;
          step.begin("bench", "child");
          files.add(4);
          step.end();
          return shown(session) == phase("child", count("fork", 4)) ? 0 : 2;
        }) == 0);
  step.end();
  CHECK(shown(session) == phase("parent", count("fork", 2)));
}

TEST_CASE("additions of other threads are in one of two phases, whole") {
  static constexpr int additions = 20'000;
  static constexpr int threads = 3;
  counter_on const files{"phase", "stress"};
  timer_on const reading{"phase", "stress"};
  brief_session session;
  std::string lines;
  std::atomic<int> running{threads};
  phase_on step{"bench", "stress"};
  std::vector<std::thread> adding;
  for (int i = 0; i < threads; ++i)
    adding.emplace_back([&] {
      for (int k = 0; k < additions; ++k) {
        files.add();
        // A thread that ends hands its sums over.
        if (k % 1000 == 0) std::thread{[&] { files.add(3); }}.join();
        if (k % 16 == 0) auto const interval = reading.measure();
      }
      --running;
    });
  int phases = 0;
  for (; running != 0; ++phases) {
    step.next("bench", "stress");
    lines += shown(session);
  }
  for (std::thread& each : adding) each.join();
  step.end();
  lines += shown(session);
  CHECK(phases > 0);
  CHECK(sum_in(lines, "stress") == threads * (additions + 3 * (additions / 1000)));
}

TEST_CASE("compiled out a phase is nothing") {
  using phase_off = trace2::basic_phase<false>;
  static_assert(std::is_empty_v<phase_off>);
  brief_session session;
  {
    phase_off step{"bench", "out", sum_scope::per_thread};
    step.next("bench", "further");
    step.end();
  }
  CHECK(shown(session) == "");
}

}  // namespace phase_test
