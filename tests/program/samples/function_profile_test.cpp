#include "samples/function_profile.hpp"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace function_profile_test {

using namespace trace2::program;

namespace {

class profile {
 public:
  void add(std::initializer_list<std::string_view> functions, std::uint32_t count) {
    stack_id stack = stack_table::no_caller;
    for (auto const each : functions) stack = stacks_.called(stack, stacks_.function(each, {}));
    counts_.push_back({stack, count});
  }
  function_profile made() const {
    function_profile sum{stacks_};
    sum.add(counts_);
    return sum;
  }
  /// "name own/all", in their order.
  std::string shares() const {
    std::string text;
    for (function_share const& each : made().shares())
      text += (text.empty() ? "" : " ") + stacks_.function(each.function).name + " " +
              std::to_string(each.own) + "/" + std::to_string(each.all);
    return text;
  }
  std::string paths() const {
    std::string text;
    for (auto const& path : made().paths()) {
      text += (text.empty() ? "" : " ");
      for (function_id const each : path.functions) text += stacks_.function(each).name + ";";
      text += std::to_string(path.samples);
    }
    return text;
  }

 private:
  stack_table stacks_;
  std::vector<stack_count> counts_;
};

}  // namespace

TEST_CASE("a function has its own samples, and those of what it has called") {
  profile one;
  one.add({"main", "f"}, 5);
  one.add({"main", "f", "g"}, 3);
  one.add({"main", "g"}, 2);
  CHECK(one.made().samples() == 10);
  CHECK(one.shares() == "f 5/8 g 5/5 main 0/10");
}

TEST_CASE("callers that led to all samples are left out, but for the innermost three") {
  profile one;
  one.add({"a", "b", "c", "d", "f"}, 50);
  one.add({"a", "b", "c", "d", "g"}, 50);
  CHECK(one.shares() == "f 50/50 g 50/50 d 0/100");
  CHECK(one.paths() == "b;c;d;f;50 b;c;d;g;50");
}

TEST_CASE("callers whose samples are nearly all in another one are left out") {
  profile one;
  one.add({"broken"}, 20);
  one.add({"main", "run", "load", "read", "f"}, 40);
  one.add({"main", "run", "load", "parse", "g"}, 37);
  one.add({"main", "run", "save", "h"}, 3);
  CHECK(one.shares() == "f 40/40 g 37/37 broken 20/20 h 3/3 load 0/77 read 0/40 parse 0/37 save 0/3");
  profile recursive;
  recursive.add({"broken"}, 20);
  recursive.add({"a", "b", "a", "b", "c"}, 80);
  CHECK(recursive.shares() == "c 80/80 broken 20/20 b 0/80");
}

TEST_CASE("what begins a program or thread is left out, unless it has the samples") {
  profile one;
  one.add({"__libc_start_call_main", "main", "f"}, 99);
  one.add({"__libc_start_call_main", "main"}, 1);
  CHECK(one.paths() == "__libc_start_call_main;main;1 f;99");
  profile thread;
  thread.add({"clone3", "start_thread", "std::thread::_State_impl<x>::_M_run", "work", "f"}, 5);
  CHECK(thread.paths() == "work;f;5");
  profile branching;
  branching.add({"_start", "main", "f"}, 50);
  branching.add({"_start", "main", "g"}, 50);
  CHECK(branching.paths() == "main;f;50 main;g;50");
}

TEST_CASE("a function that calls itself counts once") {
  profile one;
  one.add({"main", "f", "f", "f"}, 4);
  one.add({"main", "h"}, 4);
  CHECK(one.shares() == "f 4/4 h 4/4 main 0/8");
}

TEST_CASE("no samples have no functions") {
  profile const none;
  CHECK(none.shares().empty());
  CHECK(none.paths().empty());
}

TEST_CASE("the uncertainty of a share falls with the samples, and is never none") {
  CHECK(uncertainty_of(50, 100) > 0.09);
  CHECK(uncertainty_of(50, 100) < 0.1);
  CHECK(uncertainty_of(5'000, 10'000) < 0.01);
  CHECK(uncertainty_of(100, 100) > 0.01);
  CHECK(uncertainty_of(0, 0) == 1);
}

TEST_CASE("the uncertainty of a number of samples is that of Poisson's distribution") {
  CHECK(std::lround(uncertainty_of(10'000)) == 196);
  CHECK(std::lround(10 * uncertainty_of(100)) == 197);
  CHECK(uncertainty_of(0) > 1.9);
}

TEST_CASE("the name of a function is safe to show") {
  CHECK(shown_function({"f", "a.so"}) == "f (a.so)");
  CHECK(shown_function({"f\x1b[2J", ""}).find('\x1b') == std::string::npos);
}

}  // namespace function_profile_test
