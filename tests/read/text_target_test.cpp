#include <trace2/read/text_target.hpp>

#include <string>

#include "support/catch.hpp"

namespace text_target_test {

using trace2::read::target_of;
using trace2::read::text_target;

TEST_CASE("a target is recognised by one of its lines", "[read]") {
  std::string const event = "{\"event\":\"exit\",\"sid\":\"S\"}\n";
  std::string const perf = "d0 | main | exit | | 0.1 | | | code:0\n";
  CHECK(target_of("Cloning...\n" + event) == text_target::event);
  CHECK(target_of("Cloning...\n" + perf) == text_target::perf);
  CHECK(target_of(perf + event) == text_target::event);
  CHECK(target_of("d0 | main | data_json | | | | c | k:{\"event\":\"exit\"}") == text_target::perf);
  std::string const normal = "12:00:00.000000 git.c:1      start git\n";
  CHECK(target_of(normal) == text_target::normal);
  CHECK(target_of(normal + perf) == text_target::perf);
  CHECK(target_of("other\nversion 1.0\nstart git\n") == text_target::normal);
  CHECK_FALSE(target_of("error no\n12:00:00.000000 a message of any program\n"));
  CHECK_FALSE(target_of("f() { echo '{\"event\":'; }\n"));
  CHECK_FALSE(target_of(""));
}

}  // namespace text_target_test
