#include <trace2/process/state/state.hpp>
#include <trace2/testing.hpp>

#include <cstdint>
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
