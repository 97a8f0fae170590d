#include <trace2/process/state/state.hpp>
#include <trace2/testing.hpp>

#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>

#include "support/catch.hpp"

namespace state_test {

using trace2::detail::process_state;

TEST_CASE("the clock starts once", "[R-API-01][R-TIME-06]") {
  trace2::testing::memory_session session;
  auto& process = trace2::detail::this_process;
  std::int64_t const origin = process.origin.load_relaxed();
  session.clock.advance_microseconds(5);
  process.fix_origin();
  CHECK(process.origin.load_relaxed() == origin);
  CHECK(process.elapsed(trace2::detail::clock::now()) == trace2::duration::microseconds(5));
}

TEST_CASE("durations are differences of whole microseconds", "[R-TIME-05]") {
  trace2::testing::memory_session session;
  using trace2::detail::clock;
  std::int64_t const begin = clock::microseconds(clock::now());
  auto const after = [&](std::int64_t nanoseconds) {
    session.clock.advance_nanoseconds(nanoseconds);
    return clock::microseconds(clock::now()) - begin;
  };
  CHECK(after(999) == 0);
  CHECK(after(1) == 1);
  CHECK(after(1999) == 2);
}

TEST_CASE("the state of the process is there before constructors and after destructors") {
  CHECK(std::is_trivially_destructible_v<process_state>);
  static constinit process_state fresh;
  CHECK(fresh.next_child.load_relaxed() == 0);
  CHECK(fresh.next_exec.load_relaxed() == 0);
  CHECK(fresh.next_repo.load_relaxed() == 1);
  CHECK(fresh.exit_code.load_relaxed() == 0);
}

TEST_CASE("a new process counts from the beginning", "[R-CHD-01][R-API-23]") {
  process_state state;
  state.next_child.store_relaxed(7);
  state.next_repo.store_relaxed(7);
  state.exit_code.store_relaxed(7);
  state.misuse.timer_stop.store_relaxed(7);
  state.restart_counting(1000);
  CHECK(state.origin.load_relaxed() == 1000);
  CHECK(state.next_child.load_relaxed() == 0);
  CHECK(state.next_repo.load_relaxed() == 1);
  CHECK(state.exit_code.load_relaxed() == 0);
  CHECK(state.misuse.timer_stop.load_relaxed() == 0);
}

TEST_CASE("a reset leaves nothing of what was before") {
  trace2::testing::memory_session session;
  auto& process = trace2::detail::this_process;
  process.next_exec.store_relaxed(7);
  process.exports.store_relaxed(false);
  process.had_session.store_relaxed(true);
  process.reset();
  CHECK(process.next_exec.load_relaxed() == 0);
  CHECK(process.exports.load_relaxed());
  CHECK_FALSE(process.had_session.load_relaxed());
  CHECK(process.identity.load_relaxed() == nullptr);
  CHECK(process.origin.load_relaxed() == 0);
  CHECK_FALSE(trace2::detail::is_on());
}

}  // namespace state_test

namespace misplaced_regions_test {

using trace2::call_site;
using trace2::detail::misplaced_regions;

namespace {

std::string shown(misplaced_regions const& counts) {
  std::string all;
  counts.for_each([&](call_site at, std::uint64_t count) {
    all += at.file + (':' + std::to_string(at.line)) + '=' + std::to_string(count) + ' ';
  });
  return all;
}

}  // namespace

TEST_CASE("places are counted, each by itself") {
  misplaced_regions counts;
  for (int const line : {1, 2, 1, 1}) counts.add({"a.cpp", line});
  counts.add({"b.cpp", 2});
  CHECK(shown(counts) == "a.cpp:1=3 a.cpp:2=1 b.cpp:2=1 ");
  CHECK(counts.elsewhere() == 0);
}

TEST_CASE("a header's place is one, however many units have a copy of its name") {
  misplaced_regions counts;
  constexpr int units = misplaced_regions::most_places + 1;
  char names[units][8];
  for (auto& name : names) {
    std::string{"scan.hpp"}.copy(name, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    counts.add({name, 7});
  }
  CHECK(shown(counts) == "scan.hp:7=33 ");
  CHECK(counts.elsewhere() == 0);
}

TEST_CASE("further places are counted together") {
  misplaced_regions counts;
  constexpr int most = misplaced_regions::most_places;
  for (int line = 0; line < most + 5; ++line) counts.add({"a.cpp", line});
  CHECK(counts.elsewhere() == 5);
}

TEST_CASE("what has no place is counted with the further ones") {
  misplaced_regions counts;
  counts.add({nullptr, 3});
  CHECK(shown(counts) == "");
  CHECK(counts.elsewhere() == 1);
}

TEST_CASE("threads that begin to count a place together lose nothing") {
  misplaced_regions counts;
  auto const add = [&] {
    for (int i = 0; i < 1000; ++i) counts.add({"a.cpp", 1 + i % 2});
  };
  std::thread other{add};
  add();
  other.join();
  CHECK(shown(counts).size() == std::string{"a.cpp:1=1000 a.cpp:2=1000 "}.size());
}

}  // namespace misplaced_regions_test
