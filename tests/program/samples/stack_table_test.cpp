#include "samples/stack_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "samples/sample_set.hpp"
#include "support/catch.hpp"
#include "support/times.hpp"

namespace stack_table_test {

using namespace trace2::program;

TEST_CASE("functions and stacks have one number each") {
  stack_table all;
  auto const f = all.function("f", "a");
  CHECK(all.function("f", "a") == f);
  CHECK(all.function("f", "b") != f);
  auto const outer = all.called(stack_table::no_caller, f);
  CHECK(all.called(stack_table::no_caller, f) == outer);
  auto const inner = all.called(outer, f);
  CHECK(inner > outer);
  CHECK(all.caller(inner) == outer);
  CHECK(all.innermost(inner) == f);
  CHECK(all.function(f).name == "f");
}

TEST_CASE("stacks keep their numbers while their table grows") {
  stack_table all;
  auto const call_all = [&] {
    std::vector<stack_id> called;
    for (stack_id by = stack_table::no_caller; by < 100; ++by)
      for (function_id what = 0; what < 100; ++what) called.push_back(all.called(by, what));
    return called;
  };
  auto const numbers = call_all();
  CHECK(all.stack_count() == 10'001);
  CHECK(call_all() == numbers);
  CHECK(all.stack_count() == 10'001);
}

TEST_CASE("names and numbers of stacks are bounded") {
  stack_table all{{.functions = 10, .stacks = 8}};
  for (int i = 0; i < 10'000; ++i)
    all.called(stack_table::no_caller, all.function("f" + std::to_string(i), {}));
  CHECK(all.function_count() == 10);
  CHECK(all.stack_count() == 8);
  CHECK(all.left_out() > 10'000);
  stack_table one;
  CHECK(one.function(one.function(std::string(1'000'000, 'x'), {})).name.size() ==
        stack_table::longest);
}

TEST_CASE("anonymous functions and files have numbers, and stay different ones") {
  stack_table all;
  auto const f = all.function("secret_f", "secret.so");
  auto const g = all.function("secret_g", "secret.so");
  auto const unknown = all.function("[unknown]", "other.so");
  all.anonymise();
  CHECK(all.function(f).name.starts_with("function "));
  CHECK(all.function(f).name != all.function(g).name);
  CHECK(all.function(f).file == all.function(g).file);
  CHECK(all.function(f).file.find("secret") == std::string::npos);
  CHECK(all.function(unknown).name == "[unknown]");
  CHECK(all.function(unknown).file != all.function(f).file);
}

TEST_CASE("a clock tells the time between samples, and other events by the median") {
  sample_set all;
  for (int i = 0; i < 100; ++i) all.samples.push_back({.at = moment_ns(i * 10), .tid = 7});
  all.samples.push_back({.at = moment_ns(1'000'000), .tid = 7});
  all.event = "cycles";
  all.period_sum = 101 * 5'000;
  all.sort();
  CHECK(all.interval() == ns(10));
  all.event = "cpu-clock:ppp";
  CHECK(all.interval() == ns(5'000));
  all.samples.resize(3);
  all.event = "cycles";
  CHECK(all.interval() == ns(0));
}

}  // namespace stack_table_test
