#include <trace2/event/lifecycle.hpp>

#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace lifecycle_test {

using support::json;
using support::normal;
using support::perf;
namespace event = trace2::event;

TEST_CASE("version tells the program's version and the version of the format",
          "[R-NRM-05][R-PRF-12][R-EVT-13]") {
  event::version const seen{.exe = "1.4.2"};
  CHECK(normal(seen) == "version 1.4.2");
  CHECK(perf(seen) == "version      |     |           |           |              | 1.4.2");
  CHECK(json(seen) == R"("evt":"4","exe":"1.4.2")");
}

TEST_CASE("too_many_files has no members", "[R-DST-16][R-EVT-05]") {
  CHECK(json(event::too_many_files{}) == "");
}

TEST_CASE("start shows the command line as a shell would read it", "[R-NRM-05][R-QUO-05]") {
  std::string_view const argv[]{"frob", "a b", ""};
  event::start const seen{.t_abs = trace2::duration::microseconds(2), .argv = {argv, 3}};
  CHECK(normal(seen) == "start frob 'a b' ''");
  CHECK(perf(seen) == "start        |     |  1.500000 |           |              | frob 'a b' ''");
  CHECK(json(seen) == R"("t_abs":0.000002,"argv":["frob","a b",""])");
  CHECK(normal(event::start{}) == "start ");
  CHECK(json(event::start{}) == R"("t_abs":0.000000,"argv":[])");
}

TEST_CASE("exit and atexit tell the time and the code, unmasked", "[R-API-05][R-NRM-05]") {
  CHECK(normal(event::exit{.t_abs = trace2::duration::microseconds(1'500'000), .code = 258}) ==
        "exit elapsed:1.500000 code:258");
  CHECK(perf(event::exit{.code = -1}) ==
        "exit         |     |  1.500000 |           |              | code:-1");
  CHECK(json(event::exit{.t_abs = trace2::duration::microseconds(1'500'000), .code = 258}) ==
        R"("t_abs":1.500000,"code":258)");
  CHECK(normal(event::atexit{.t_abs = trace2::duration::microseconds(7), .code = 3}) ==
        "atexit elapsed:0.000007 code:3");
  CHECK(perf(event::atexit{.code = 3}) ==
        "atexit       |     |  1.500000 |           |              | code:3");
  CHECK(json(event::atexit{.t_abs = trace2::duration::microseconds(7), .code = 3}) ==
        R"("t_abs":0.000007,"code":3)");
}

TEST_CASE("the number of a signal has three names", "[R-HOST-08][R-NRM-05][R-PRF-12][R-EVT-05]") {
  event::signal const seen{.t_abs = trace2::duration::microseconds(1'500'000), .signo = 13};
  CHECK(normal(seen) == "signal elapsed:1.500000 code:13");
  CHECK(perf(seen) == "signal       |     |  1.500000 |           |              | signo:13");
  CHECK(json(seen) == R"("t_abs":1.500000,"signo":13)");
}

TEST_CASE("an error shows its message, and what messages of its kind have in common",
          "[R-NRM-05][R-EVT-05]") {
  event::error const seen{.msg = "no file x", .fmt = "no file %s"};
  CHECK(normal(seen) == "error no file x");
  CHECK(perf(seen) == "error        |     |           |           |              | no file x");
  CHECK(json(seen) == R"("msg":"no file x","fmt":"no file %s")");
}

TEST_CASE("an error without a format has no message, one with an empty message has a blank",
          "[R-NRM-05][R-EVT-09]") {
  CHECK(normal(event::error{}) == "error");
  CHECK(json(event::error{}) == "");
  CHECK(normal(event::error{.msg = "", .fmt = "%s"}) == "error ");
  CHECK(json(event::error{.msg = "", .fmt = "%s"}) == R"("msg":"","fmt":"%s")");
}

}  // namespace lifecycle_test
