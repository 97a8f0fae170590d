#include <trace2/disturbances.hpp>
#include <trace2/testing.hpp>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"
#include <unistd.h>

namespace disturbances_test {

namespace {

/// The number of a member in the last line of EVENT; -2 without one.
long long member(std::string_view lines, std::string_view name) {
  std::size_t const at = lines.rfind('"' + std::string{name} + "\":");
  return at == lines.npos ? -2 : std::atoll(lines.data() + at + name.size() + 3);
}

}  // namespace

TEST_CASE("names that do not last are copied") {
  trace2::testing::memory_session<> session;
  {
    char name[] = "loop";
    trace2::disturbances const in_scope{"words", name};
    name[0] = 'x';
  }
  CHECK(session.event().find(R"("category":"words","key":"loop")") != std::string_view::npos);
}

TEST_CASE("the end of the scope shows what the system did to the thread in it") {
  trace2::testing::memory_session<> session;
  {
    trace2::disturbances const in_scope{"words", "loop"};
    for (int i = 0; i < 10; ++i) ::usleep(1'000);
    CHECK(session.event().empty());
  }
  std::string const line{session.event()};
  CAPTURE(line);
  CHECK(line.find(R"("event":"data_json")") != line.npos);
  CHECK(line.find(R"("category":"words","key":"loop","value":{"first_processor":)") != line.npos);
#ifdef __linux__
  // On its way to a wait the thread may lose its processor, which is no wait.
  CHECK(member(line, "waits") + member(line, "preemptions") >= 10);
  CHECK(member(line, "waits") >= 5);
#endif
  for (char const* name : {"last_processor", "preemptions", "minor_faults", "major_faults"})
    CHECK(member(line, name) >= (std::string_view{name} == "last_processor" ? -1 : 0));
}

TEST_CASE("a scope that began while tracing was off shows nothing") {
  std::string line;
  { trace2::disturbances const outside{"words", "loop"}; }
  trace2::testing::memory_session<> session;
  CHECK(session.event().empty());
}

TEST_CASE("a scope keeps errno") {
  trace2::testing::memory_session<> session;
  errno = 17;
  { trace2::disturbances const in_scope{"words", "loop"}; }
  CHECK(errno == 17);
}

TEST_CASE("compiled out nothing is left") {
  using off = trace2::basic_disturbances<trace2::basic_tracer<false, trace2::default_targets>>;
  static_assert(std::is_empty_v<off>);
  off const nothing{"words", "loop"};
}

}  // namespace disturbances_test
