#include <trace2/event/child.hpp>

#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace child_test {

using support::json;
using support::normal;
using support::perf;
using namespace trace2::event;

namespace {

constexpr std::string_view columns = "child_start  |     |  1.500000 |           |              | ";

}  // namespace

TEST_CASE("a child of which nothing is known has the class of a question mark", "[R-EVT-10]") {
  child_start const event{.child_id = 3};
  CHECK(normal(event) == "child_start[3] ");
  CHECK(perf(event) == std::string{columns} + "[ch3] class:? argv:[]");
  CHECK(json(event) == R"("child_id":3,"child_class":"?","use_shell":false,"argv":[])");
}

TEST_CASE("NORMAL shows neither class nor hook nor shell", "[R-NRM-06][R-CHD-06]") {
  std::string_view const argv[]{"git", "a b"};
  child_start const event{.child_id = 1,
                          .child_class = "hook",
                          .hook_name = "pre-commit",
                          .cd = "/some dir",
                          .use_shell = true,
                          .argv = {argv, 2}};
  CHECK(normal(event) == "child_start[1] cd '/some dir'; git 'a b'");
  CHECK(perf(event) ==
        std::string{columns} + "[ch1] class:hook hook:pre-commit cd:'/some dir' argv:[git 'a b']");
  CHECK(json(event) ==
        R"("child_id":1,"child_class":"hook","hook_name":"pre-commit","cd":"/some dir",)"
        R"("use_shell":true,"argv":["git","a b"])");
}

TEST_CASE("the word git alone is followed by a blank in NORMAL only", "[R-NRM-06][R-EVT-11]") {
  std::string_view const argv[]{"git", "gc"};
  CHECK(normal(child_start{.argv = {argv, 1}, .git_cmd = true}) == "child_start[0] git ");
  CHECK(perf(child_start{.argv = {argv, 1}, .git_cmd = true}).ends_with("argv:[git]"));
  CHECK(normal(child_start{.argv = {argv, 2}, .git_cmd = true}) == "child_start[0] git gc");
  CHECK(normal(child_start{.argv = {argv, 1}}) == "child_start[0] git");
  CHECK(json(child_start{.argv = {argv, 1}, .git_cmd = true}).ends_with(R"("argv":["git"])"));
}

TEST_CASE("the end of a child tells its code and how long it was waited for", "[R-CHD-02]") {
  child_exit const event{
      .child_id = 2, .pid = 1234, .code = 143, .t_rel = trace2::duration::microseconds(2'000'001)};
  CHECK(normal(event) == "child_exit[2] pid:1234 code:143 elapsed:2.000001");
  CHECK(perf(event) ==
        "child_exit   |     |  1.500000 |  2.000001 |              | [ch2] pid:1234 code:143");
  CHECK(json(event) == R"("child_id":2,"pid":1234,"code":143,"t_rel":2.000001)");
}

TEST_CASE("a child in the background is ready, or not", "[R-CHD-03]") {
  child_ready const event{
      .child_id = 2, .pid = 77, .ready = "timeout", .t_rel = trace2::duration::microseconds(3)};
  CHECK(normal(event) == "child_ready[2] pid:77 ready:timeout elapsed:0.000003");
  CHECK(perf(event) ==
        "child_ready  |     |  1.500000 |  0.000003 |              | [ch2] pid:77 ready:timeout");
  CHECK(json(event) == R"("child_id":2,"pid":77,"ready":"timeout","t_rel":0.000003)");
}

}  // namespace child_test
