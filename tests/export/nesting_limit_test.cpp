#include <trace2/export/nesting_limit.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/trace_log.hpp"

namespace nesting_limit_test {

namespace {

std::string line(std::string_view event, std::string_view members) {
  return support::event_line(event, "S", "main", "00:00:00", members);
}

std::string const outer = line("region_enter", R"(,"label":"l","nesting":1)");
std::string const inner = line("region_enter", R"(,"label":"l","nesting":2)");

bool is_at_limit(std::string const& trace) {
  support::modelled const made{trace};
  return trace2::exporter::is_at_nesting_limit(made.trace, made.labels);
}

}  // namespace

TEST_CASE("regions that go just as deep as the default limit are noticed", "[export]") {
  CHECK_FALSE(is_at_limit(""));
  CHECK_FALSE(is_at_limit(outer));
  CHECK(is_at_limit(outer + inner));
  CHECK_FALSE(is_at_limit(outer + inner + line("region_enter", R"(,"label":"l","nesting":3)")));
  CHECK_FALSE(is_at_limit(outer + inner + line("data", R"(,"nesting":3,"key":"k","value":"1")")));
}

TEST_CASE("data in an outermost region proves nothing missing", "[export]") {
  CHECK_FALSE(is_at_limit(outer + line("data", R"(,"nesting":2,"key":"k","value":"1")")));
}

TEST_CASE("trace2 run sets no such limit", "[export]") {
  CHECK_FALSE(is_at_limit(
      line("start", R"(,"argv":["trace2","run","--","a"])") + line("cmd_name", R"(,"name":"run")") +
      line("child_start", R"(,"child_id":0,"child_class":"command","argv":["a"])") + outer +
      inner));
}

}  // namespace nesting_limit_test
