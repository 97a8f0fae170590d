#include "model/nesting_limit.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/trace_log.hpp"

namespace nesting_limit_test {

namespace {

std::string line(std::string_view event, std::string_view members,
                 std::string_view time = "00:00:00") {
  return support::event_line(event, "S", "main", time, members);
}

std::string const outer = line("region_enter", R"(,"label":"l","nesting":1)");
std::string const inner = line("region_enter", R"(,"label":"l","nesting":2)");

/// Both, of which the inner one takes so much of a second.
std::string inner_of(std::string_view seconds) {
  return outer + inner +
         line("region_leave", R"(,"nesting":2,"t_rel":)" + std::string{seconds},
              "00:00:0" + std::string{seconds}) +
         line("region_leave", R"(,"nesting":1,"t_rel":1)", "00:00:01");
}

bool is_at_limit(std::string const& trace) {
  support::modelled const made{trace};
  return trace2::program::is_at_nesting_limit(made.trace, made.labels);
}

}  // namespace

TEST_CASE("regions that go just as deep as the default limit are noticed", "[export]") {
  CHECK_FALSE(is_at_limit(""));
  CHECK_FALSE(is_at_limit(outer));
  CHECK(is_at_limit(inner_of("0.5")));
  CHECK_FALSE(is_at_limit(inner_of("0.5") + line("region_enter", R"(,"label":"l","nesting":3)")));
  CHECK_FALSE(is_at_limit(inner_of("0.5") + line("data", R"(,"nesting":3,"key":"k","value":"1")")));
}

TEST_CASE("a reader misses nothing of regions that have next to no time", "[export]") {
  CHECK_FALSE(is_at_limit(inner_of("0.05")));
  CHECK(is_at_limit(inner_of("0.15")));
}

TEST_CASE("the time of a child in such a region is no time that lacks", "[export]") {
  CHECK_FALSE(is_at_limit(
      outer + inner + line("child_start", R"(,"child_id":0,"argv":["a"])") +
      line("child_exit", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.5)", "00:00:00.5") +
      line("region_leave", R"(,"nesting":2,"t_rel":0.5)", "00:00:00.5") +
      line("region_leave", R"(,"nesting":1,"t_rel":1)", "00:00:01")));
}

TEST_CASE("data in an outermost region proves nothing missing", "[export]") {
  CHECK_FALSE(is_at_limit(outer + line("data", R"(,"nesting":2,"key":"k","value":"1")")));
}

TEST_CASE("trace2 run sets no such limit", "[export]") {
  CHECK_FALSE(is_at_limit(
      line("start", R"(,"argv":["trace2","run","--","a"])") + line("cmd_name", R"(,"name":"run")") +
      line("child_start", R"(,"child_id":0,"child_class":"command","argv":["a"])") +
      inner_of("0.5")));
}

}  // namespace nesting_limit_test
