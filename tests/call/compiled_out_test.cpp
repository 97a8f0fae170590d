#include <trace2/call/compiled_out.hpp>

#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

using namespace trace2;
using no_session = basic_session<basic_tracer<false, default_targets>>;

TEST_CASE("a session that is compiled out passes on what it is given") {
  char const* const argv[] = {"frob", nullptr};
  no_session const session{1, argv, {.program_version = "1", .settings = git_settings}};
  CHECK(session.exit(3) == 3);
  CHECK(no_session::id() == std::string_view{});
  no_session::start_clock();
  session.end();
}

TEST_CASE("timers and counters that are compiled out never run") {
  basic_timer<false> const timer{"c", "n"};
  basic_counter<false> const counter{"c", "n", summed::per_thread};
  counter.add(3);
  auto const interval = timer.measure();
  CHECK_FALSE(timer.start());
  timer.stop();
  CHECK(std::is_empty_v<decltype(interval)>);
}

TEST_CASE("a child's environment is the plain one where tracing is compiled out") {
  char variable[] = "A=B";
  char* const own[] = {variable, nullptr};
  CHECK(basic_child_environment<false>{own}.list() == own);
  CHECK(basic_child_environment<false>{}.list() == detail::posix::environment());
}
