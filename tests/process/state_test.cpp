#include <trace2/process/state.hpp>
#include <trace2/testing.hpp>

#include <regex>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"
#include <unistd.h>

namespace state_test {

using trace2::detail::buffer;
using trace2::detail::process_identity;
using trace2::detail::process_state;

namespace {

constexpr std::int64_t moment = 946'684'800'123'456;

std::string component(std::string_view host, std::uint32_t pid) {
  buffer out;
  trace2::detail::append_sid_component(out, moment, host, pid);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("a process is known by time, machine and number", "[R-SID-01][R-TIME-03]") {
  CHECK(component("vm", 0x1a2b) == "20000101T000000.123456Z-H0a7c9cdf-P00001a2b");
  CHECK(component("vm", 0xffffffff) == "20000101T000000.123456Z-H0a7c9cdf-Pffffffff");
  CHECK(component("vm", 1).size() == 43);
}

TEST_CASE("a machine without a name is local", "[R-SID-01]") {
  CHECK(component({}, 1) == "20000101T000000.123456Z-Localhost-P00000001");
  CHECK(component("", 1) == "20000101T000000.123456Z-Hda39a3ee-P00000001");
}

TEST_CASE("the number in the id is that of this process", "[R-SID-01][R-SID-02]") {
  buffer out;
  trace2::detail::append_sid_component(out, moment);
  std::string const id{out.view()};
  CHECK(std::regex_match(id, std::regex{R"(20000101T000000\.123456Z-H[0-9a-f]{8}-P[0-9a-f]{8})"}));
  CHECK(std::stoul(id.substr(35), nullptr, 16) == static_cast<unsigned long>(::getpid()));
}

TEST_CASE("an id goes behind that of the parent, which is taken as it is", "[R-SID-03][R-SID-05]") {
  struct {
    std::string_view parent, sid;
    int depth;
  } const cases[]{{"", "own", 0},    {"p", "p/own", 1},       {"p/q", "p/q/own", 2},
                  {"/", "//own", 2}, {"a//b", "a//b/own", 3}, {" \"x\n", " \"x\n/own", 1}};
  for (auto const& [parent, sid, depth] : cases) {
    process_identity const identity{parent, "own"};
    CHECK(identity.sid() == sid);
    CHECK(identity.c_str() == sid);
    CHECK(identity.depth() == depth);
    CHECK(identity.parent() == parent);
    CHECK(identity.component() == "own");
    CHECK(identity.is_complete());
  }
}

TEST_CASE("an id is escaped once for all lines of EVENT", "[R-SID-03][R-JSN-01]") {
  CHECK(process_identity{"a\"\n", "own"}.sid_json() == R"(a\"\n/own)");
  CHECK(process_identity{"\xff", "own"}.sid_json() == "\xef\xbf\xbd/own");
}

TEST_CASE("the root of an id is its first component") {
  CHECK(process_identity{"", "own"}.root() == "own");
  CHECK(process_identity{"a/b", "own"}.root() == "a");
}

TEST_CASE("an id has no limit", "[R-SID-07]") {
  std::string const parent(100'000, 'p');
  CHECK(process_identity{parent, "own"}.sid() == parent + "/own");
}

TEST_CASE("the clock starts once", "[R-API-01][R-TIME-06]") {
  trace2::testing::memory_session session;
  auto& process = trace2::detail::this_process;
  std::int64_t const origin = process.origin.load_relaxed();
  session.clock.advance_microseconds(5);
  process.start_clock();
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
