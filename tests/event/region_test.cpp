#include <trace2/event/region.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace region_test {

using support::json;
using support::perf;
using namespace trace2::event;

TEST_CASE("a region shows its label behind its category", "[R-PRF-12][R-EVT-05]") {
  CHECK(perf(region_enter{.nesting = 1, .category = "index", .label = "load"}) ==
        "region_enter |     |  1.500000 |           | index        | label:load");
  CHECK(json(region_enter{.nesting = 1, .category = "index", .label = "load"}) ==
        R"("nesting":1,"category":"index","label":"load")");
  region_leave const leave{.t_rel = trace2::duration::microseconds(25),
                           .nesting = 1,
                           .category = "index",
                           .label = "load"};
  CHECK(perf(leave) == "region_leave |     |  1.500000 |  0.000025 | index        | label:load");
  CHECK(json(leave) == R"("t_rel":0.000025,"nesting":1,"category":"index","label":"load")");
}

TEST_CASE("a message follows after a blank, whatever is missing", "[R-PRF-13]") {
  auto const payload = [](region_enter const& event) {
    std::string const line = perf(event);
    return line.substr(line.rfind("| ") + 2);
  };
  CHECK(payload({.label = "l", .msg = "m"}) == "label:l m");
  CHECK(payload({.msg = "only msg"}) == " only msg");
  CHECK(payload({.label = "lab3", .msg = ""}) == "label:lab3 ");
  CHECK(payload({.label = ""}) == "label:");
  CHECK(payload({}) == "");
}

TEST_CASE("what is absent from a region is absent from the wire", "[R-EVT-05][R-EVT-09]") {
  CHECK(json(region_enter{.nesting = 1}) == R"("nesting":1)");
  CHECK(json(region_enter{.nesting = 1, .msg = ""}) == R"("nesting":1,"msg":"")");
  CHECK(json(region_leave{.t_rel = {}, .nesting = 2, .label = "", .msg = "m"}) ==
        R"("t_rel":0.000000,"nesting":2,"label":"","msg":"m")");
}

TEST_CASE("a long category is cut in PERF and whole in EVENT", "[R-PRF-07]") {
  region_enter const event{.nesting = 1, .category = "category_is_very_long"};
  CHECK(perf(event) == "region_enter |     |  1.500000 |           | category_is_ | ");
  CHECK(json(event) == R"("nesting":1,"category":"category_is_very_long")");
}

}  // namespace region_test
