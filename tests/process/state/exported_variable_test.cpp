#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/process/state/exported_variable.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include <stdlib.h>

namespace exported_variable_test {

using trace2::detail::exported_variable;
using trace2::detail::variable_name;

namespace {

constexpr char const* name = "TRACE2_TEST_EXPORTED";
variable_name const called{name};

std::string in_environment() {
  char const* const value = ::getenv(name);
  return value == nullptr ? "(none)" : value;
}

}  // namespace

TEST_CASE("children find the latest value, whichever was before it", "[R-SID-04][R-HIER-01]") {
  support::scoped_variable const restored{name, "of the parent"};
  static constinit exported_variable variable;
  CHECK(variable.value().view().empty());
  for (std::string_view const value : {"a", "a/b", "a/b/c", "x", "", "y/z", "y/z"}) {
    REQUIRE(variable.set(called, value, true));
    CHECK(in_environment() == value);
    CHECK(variable.value().view() == value);
  }
}

TEST_CASE("a longer value takes the place of its beginning, for those who look at it too") {
  support::scoped_variable const restored{name, nullptr};
  static constinit exported_variable variable;
  REQUIRE(variable.set(called, "a", true));
  char const* const seen = ::getenv(name);
  REQUIRE(variable.set(called, "a/b", true));
  CHECK(std::string_view{seen} == "a/b");
  REQUIRE(variable.set(called, "other", true));
  CHECK(std::string_view{seen} == "a/b");
}

TEST_CASE("a value that isn't exported leaves the environment alone") {
  support::scoped_variable const restored{name, "of the program"};
  static constinit exported_variable variable;
  REQUIRE(variable.set(called, "inside", false));
  CHECK(in_environment() == "of the program");
  REQUIRE(variable.set(called, "inside", true));
  CHECK(in_environment() == "inside");
}

TEST_CASE("what the program does to the variable is its own until the next value") {
  support::scoped_variable const restored{name, nullptr};
  static constinit exported_variable variable;
  REQUIRE(variable.set(called, "a", true));
  ::setenv(name, "of the program", 1);
  REQUIRE(variable.set(called, "a/b", true));
  CHECK(in_environment() == "a/b");
  ::unsetenv(name);
  REQUIRE(variable.set(called, "a/b", true));
  CHECK(in_environment() == "a/b");
}

TEST_CASE("with a value that is too long for the system the variable is empty", "[R-SID-07]") {
  support::scoped_variable const restored{name, nullptr};
  static constinit exported_variable variable;
  std::size_t const longest = (std::size_t{128} << 10) - std::string_view{name}.size() - 2;
  std::string const value(longest, 'v');
  REQUIRE(variable.set(called, value, true));
  CHECK(in_environment() == value);
  CHECK(::system("true") == 0);
  CHECK_FALSE(variable.set(called, value + 'v', true));
  CHECK(in_environment().empty());
  CHECK(::system("true") == 0);
}

TEST_CASE("a forked child gives it another value while a thread of its parent held the lock",
          "[R-SID-04][R-LIM-12]") {
  support::scoped_variable const restored{name, nullptr};
  trace2::detail::watch_forks();
  static constinit exported_variable variable;
  REQUIRE(variable.set(called, "parent", true));
  std::atomic<bool> stop{false};
  std::thread other{[&] {
    for (unsigned i = 0; !stop; ++i) ::setenv("TRACE2_TEST_BUSY", std::to_string(i).c_str(), 1);
  }};
  int result = 0;
  for (int i = 0; i < 200 && result == 0; ++i)
    result = support::run_in_child([] {
      ::alarm(10);
      if (!variable.set(called, "parent/child", true)) return 1;
      if (in_environment() != "parent/child") return 2;
      if (!variable.set(called, "anew", true) || in_environment() != "anew") return 3;
      return 0;
    });
  stop = true;
  other.join();
  ::unsetenv("TRACE2_TEST_BUSY");
  CHECK(result == 0);
  CHECK(in_environment() == "parent");
}

}  // namespace exported_variable_test
