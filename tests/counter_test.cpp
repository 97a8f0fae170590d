#include <trace2/counter.hpp>
#include <trace2/timer.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/no_memory.hpp"

namespace counter_test {

using support::brief_session;
using trace2::basic_counter;
using trace2::sum_scope;
using counter_on = basic_counter<true>;

TEST_CASE("a counter adds", "[R-API-31][R-CTR-01]") {
  counter_on const files{"counter", "files"};
  brief_session session;
  files.add();
  files.add(41);
  files.add(0);
  CHECK(session.events() == "");
  CHECK(session.sums_at_end() == "counter counter/files value:42\n");
}

TEST_CASE("a counter wraps around, and at 0 is not shown", "[R-CTR-01][R-CTR-02]") {
  counter_on const files{"counter", "wraps"};
  {
    brief_session session;
    files.add(~std::uint64_t{0});
    CHECK(session.sums_at_end() == "counter counter/wraps value:18446744073709551615\n");
  }
  brief_session session;
  files.add(~std::uint64_t{0});
  files.add(1);
  CHECK(session.sums_at_end() == "");
}

TEST_CASE("all threads add to one sum", "[R-CTR-02]") {
  counter_on const files{"counter", "threads"};
  brief_session session;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 10'000; ++k) files.add();
    });
  for (auto& thread : threads) thread.join();
  files.add(2);
  CHECK(session.sums_at_end() == "counter counter/threads value:40002\n");
}

TEST_CASE("a counter can be shown for the thread as well", "[R-CTR-02][R-CTR-04]") {
  counter_on const files{"counter", "per thread", sum_scope::per_thread};
  brief_session session;
  files.add(3);
  CHECK(session.sums_at_end() ==
        "th_counter counter/per thread value:3\ncounter counter/per thread value:3\n");
}

TEST_CASE("objects with the same names are one counter") {
  counter_on const here{"counter", "same"};
  counter_on const there{"counter", std::string{"same"}};
  brief_session session;
  here.add(1);
  there.add(2);
  CHECK(session.sums_at_end() == "counter counter/same value:3\n");
}

TEST_CASE("counters are shown in the order of their definition, behind timers", "[R-CTR-03]") {
  counter_on const b{"order", "b"};
  trace2::basic_timer<true> const t{"order", "t"};
  counter_on const a{"order", "a"};
  brief_session session;
  a.add();
  b.add();
  t.start(), t.stop();
  CHECK(session.sums_at_end() ==
        "timer order/t intervals:1 total:0.000000 min:0.000000 max:0.000000\n"
        "counter order/b value:1\ncounter order/a value:1\n");
}

TEST_CASE("while tracing is off nothing is counted", "[R-API-34]") {
  counter_on const files{"counter", "off"};
  files.add(5);
  brief_session session;
  CHECK(session.sums_at_end() == "");
  files.add(5);
}

TEST_CASE("what is added to counters beyond the last one is reported", "[R-LIM-05]") {
  // Leaves no counter to other cases.
  CHECK(support::run_in_child([] {
          std::vector<counter_on> many;
          for (int i = 0; i < 1100; ++i) many.emplace_back("many", std::to_string(i));
          brief_session session;
          for (counter_on const& one : many) one.add();
          bool const is_counted = session.sums_at_end().starts_with("counter many/0 value:1\n");
          bool const is_reported =
              session.events().find(R"("key":"uncounted_sums","value":")") != std::string::npos;
          return is_counted && is_reported ? 0 : 1;
        }) == 0);
}

TEST_CASE("each addition to a counter whose definition found no memory is a mistake") {
  SUPPORT_NEEDS_REFUSED_ALLOCATIONS;
  counter_on const endless{"counter", support::text_without_room};
  brief_session session;
  for (int i = 0; i < 1000; ++i) endless.add(7);
  std::thread{[&] { endless.add(7); }}.join();
  CHECK(session.sums_at_end() == "");
  CHECK(session.events().find(R"("key":"uncounted_sums","value":"1001")") != std::string::npos);
}

TEST_CASE("each addition to a counter before its constructor has run is a mistake") {
  static support::zero_memory<counter_on> early;
  brief_session session;
  early->add(7);
  early->add(7);
  CHECK(session.sums_at_end() == "");
  CHECK(session.events().find(R"("key":"uncounted_sums","value":"2")") != std::string::npos);
}

TEST_CASE("adding keeps errno") {
  counter_on const files{"counter", "errno"};
  brief_session session;
  errno = ENOTTY;
  std::thread{[&] { files.add(); }}.join();
  files.add();
  CHECK(errno == ENOTTY);
}

TEST_CASE("compiled out a counter is nothing") {
  using counter_off = basic_counter<false>;
  static_assert(std::is_empty_v<counter_off>);
  counter_off const files{"counter", "out", sum_scope::per_thread};
  brief_session session;
  files.add();
  CHECK(session.sums_at_end() == "");
}

}  // namespace counter_test
