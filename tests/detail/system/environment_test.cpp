#include "support/environment.hpp"

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/fork_watch.hpp>

#include <atomic>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <stdlib.h>

namespace environment_test {

using namespace trace2::detail;
using support::scoped_variable;

TEST_CASE("a variable's name is put together from words", "[detail][R-SET-01]") {
  variable_name name{"GIT_TRACE2"};
  name.append_word("");
  CHECK(name.view() == "GIT_TRACE2");
  name.append_word("perf");
  name.append_word("");
  name.append_word("max_files");
  CHECK(name.view() == "GIT_TRACE2_PERF_MAX_FILES");
  CHECK(std::string_view{name.c_str()} == name.view());
}

TEST_CASE("a word becomes what a shell can set", "[detail]") {
  variable_name name{"x"};
  name.append_word("my-format.2");
  CHECK(name.view() == "x_MY_FORMAT_2");
}

TEST_CASE("a name without room names nothing", "[detail]") {
  std::string const longest(variable_name::max_size, 'N');
  CHECK(variable_name{longest}.view() == longest);
  variable_name name{longest + "N"};
  CHECK(name.view().empty());
  name.append("TRACE2");
  CHECK(name.view().empty());

  scoped_variable const set{longest + "N", "value"};
  CHECK(get_variable(longest + "N").data() == nullptr);
}

TEST_CASE("a variable is absent, empty or has a value", "[detail]") {
  scoped_variable const absent{"TRACE2_TEST_A", nullptr};
  scoped_variable const empty{"TRACE2_TEST_B", ""};
  scoped_variable const set{"TRACE2_TEST_C", "a=b"};
  CHECK(get_variable("TRACE2_TEST_A").data() == nullptr);
  CHECK(get_variable("TRACE2_TEST_B").data() != nullptr);
  CHECK(get_variable("TRACE2_TEST_B").empty());
  CHECK(get_variable("TRACE2_TEST_C") == "a=b");
  CHECK(get_variable("").data() == nullptr);
}

TEST_CASE("children find what is set", "[detail][R-SID-04][R-HIER-01]") {
  scoped_variable const restored{"TRACE2_TEST_PARENT_SID", "old"};
  variable_name name{"TRACE2_TEST"};
  name.append_word("parent_sid");
  static char text[] = "TRACE2_TEST_PARENT_SID=a/b";
  REQUIRE(find_entry(text) != nullptr);
  REQUIRE(put_variable(text));
  CHECK(std::string_view{::getenv(name.c_str())} == "a/b");
  CHECK(*find_entry(text) == text);
}

TEST_CASE("the child of a fork among threads sets variables without the C library's lock",
          "[detail][R-SID-04]") {
  scoped_variable const known{"TRACE2_TEST_KNOWN", "old"};
  scoped_variable const unknown{"TRACE2_TEST_UNKNOWN", nullptr};
  watch_forks();
  std::atomic<bool> stop{false};
  std::thread other{[&] {
    for (unsigned i = 0; !stop; ++i)
      ::setenv("TRACE2_TEST_BUSY", std::to_string(i).c_str(), 1);
  }};
  int result = 0;
  for (int i = 0; i < 300 && result == 0; ++i)
    result = support::run_in_child([] {
      ::alarm(10);
      static char first[] = "TRACE2_TEST_KNOWN=new";
      static char second[] = "TRACE2_TEST_UNKNOWN=1";
      static char third[] = "TRACE2_TEST_UNKNOWN=2";
      if (!fork_count::has_left_threads()) return 1;
      if (!put_variable(first) || !put_variable(second) || !put_variable(third)) return 2;
      if (get_variable("TRACE2_TEST_KNOWN") != "new") return 3;
      return get_variable("TRACE2_TEST_UNKNOWN") == "2" ? 0 : 4;
    });
  stop = true;
  other.join();
  ::unsetenv("TRACE2_TEST_BUSY");
  CHECK(result == 0);
}

TEST_CASE("the variables of a prefix are found, and no others", "[detail]") {
  scoped_variable const one{"TRACE2_TEST", "1"};
  scoped_variable const two{"TRACE2_TEST_PERF", ""};
  scoped_variable const other{"TRACE2_TESTER", "3"};
  scoped_variable const shorter{"TRACE2_TES", "4"};
  std::map<std::string, std::string> found;
  for_each_variable("TRACE2_TEST", [&](std::string_view name, std::string_view value) {
    found.emplace(name, value);
  });
  CHECK(found ==
        std::map<std::string, std::string>{{"TRACE2_TEST", "1"}, {"TRACE2_TEST_PERF", ""}});
}

TEST_CASE("a process without environment has no variables", "[detail]") {
  char** const saved = ::environ;
  ::environ = nullptr;
  bool found = false;
  for_each_variable("TRACE2", [&](std::string_view, std::string_view) { found = true; });
  ::environ = saved;
  CHECK_FALSE(found);
}

}  // namespace environment_test
