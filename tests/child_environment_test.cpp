#include <trace2/child_environment.hpp>
#include <trace2/testing.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"

namespace child_environment_test {

namespace {

constexpr std::string_view sid = "20000101T000000.000000Z-H00000000-P00000001";

/// A list of variables as a program has it.
struct variables {
  explicit variables(std::vector<std::string> entries) : texts{std::move(entries)} {
    for (auto& text : texts) list.push_back(text.data());
    list.push_back(nullptr);
  }
  std::vector<std::string> texts;
  std::vector<char*> list;
};

std::vector<std::string> content_of(trace2::child_environment const& environment) {
  std::vector<std::string> entries;
  for (char* const* at = environment.list(); *at != nullptr; ++at) entries.emplace_back(*at);
  return entries;
}

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("while nothing is traced the list is the plain one", "[R-SID-06]") {
  variables const given{{"A=1", "B=2"}};
  CHECK(content_of(trace2::child_environment{given.list.data()}) == texts{"A=1", "B=2"});
}

TEST_CASE("no list is an empty list") {
  CHECK(content_of(trace2::child_environment{nullptr}).empty());
}

TEST_CASE("the child gets the session's id and hierarchy, and nothing else changes",
          "[R-HOST-05][R-LIM-22][R-SID-04]") {
  trace2::testing::memory_session<> session;
  support::scoped_variable const above{"TRACE2_TESTING_PARENT_NAME", nullptr};
  variables const given{{"A=1", "TRACE2_TESTING_PARENT_SID=old", "TRACE2_TESTING_PARENT_SIDE=mine",
                         "nothing", "TRACE2_TESTING_PARENT_SID=twice", "B="}};
  CHECK(content_of(trace2::child_environment{given.list.data()}) ==
        texts{"A=1", "TRACE2_TESTING_PARENT_SIDE=mine", "nothing",
              "B=", "TRACE2_TESTING_PARENT_SID=" + std::string{sid}});
  trace2::tracer::cmd_name("top");
  trace2::child_environment const named{given.list.data()};
  CHECK(content_of(named).back() == "TRACE2_TESTING_PARENT_NAME=top");
  CHECK(given.texts[1] == "TRACE2_TESTING_PARENT_SID=old");
}

TEST_CASE("the trace context is passed on when the session is asked for it") {
  trace2::testing::memory_session<> session;
  trace2::detail::this_process.trace_context.store_relaxed(&trace2::detail::trace_contexts);
  variables const given{{"TRACEPARENT=old", "TRACESTATE=vendor=1"}};
  texts const passed = content_of(trace2::child_environment{given.list.data()});
  REQUIRE(passed.size() == 3);
  CHECK(passed[0] == "TRACESTATE=vendor=1");
  CHECK(passed[2].starts_with("TRACEPARENT=00-8f27c67c8afc645022bd695208073a61-"));
}

TEST_CASE("the list of this process is the default") {
  support::scoped_variable const own{"TRACE2_TEST_OWN", "value"};
  texts const entries = content_of(trace2::child_environment{});
  CHECK(std::count(entries.begin(), entries.end(), "TRACE2_TEST_OWN=value") == 1);
}

TEST_CASE("a child's environment is the plain one where tracing is compiled out") {
  char variable[] = "A=B";
  char* const own[] = {variable, nullptr};
  using trace2::basic_child_environment;
  CHECK(basic_child_environment<false>{own}.list() == own);
  CHECK(basic_child_environment<false>{}.list() == trace2::detail::environment());
}

}  // namespace child_environment_test
