#include <trace2/event/data.hpp>

#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace data_test {

using support::json;
using support::normal;
using support::perf;
using namespace trace2::event;

TEST_CASE("data shows key and value behind its category", "[R-PRF-12][R-DAT-02]") {
  data const event{.t_abs = trace2::duration::microseconds(1'500'000),
                   .t_rel = trace2::duration::microseconds(250'000),
                   .nesting = 2,
                   .category = "index",
                   .key = "entries",
                   .value = 12};
  CHECK(perf(event) == "data         |     |  1.500000 |  0.250000 | index        | entries:12");
  CHECK(json(event) == R"("t_abs":1.500000,"t_rel":0.250000,"nesting":2,"category":"index",)"
                       R"("key":"entries","value":"12")");
}

TEST_CASE("a null pointer is an empty value in EVENT", "[R-DAT-06]") {
  CHECK(json(data{.category = "c", .key = "k", .value = static_cast<char const*>(nullptr)})
            .ends_with(R"("value":"")"));
}

TEST_CASE("data_json keeps its JSON in PERF and nests it in EVENT", "[R-DAT-03][R-DAT-04]") {
  data_json const event{.nesting = 1, .category = "c", .key = "k", .value = {"{\n  \"a\": 1\n}"}};
  CHECK(perf(event) ==
        "data_json    |     |  1.500000 |  0.000000 | c            | k:{\n  \"a\": 1\n}");
  CHECK(json(event) == R"("t_abs":0.000000,"t_rel":0.000000,"nesting":1,"category":"c",)"
                       R"("key":"k","value":{"a": 1})");
}

TEST_CASE("printf is its message", "[R-DAT-05][R-NRM-05]") {
  trace2::event::printf const event{.t_abs = trace2::duration::microseconds(5), .msg = "1 of 2"};
  CHECK(normal(event) == "1 of 2");
  CHECK(perf(event) == "printf       |     |  1.500000 |           |              | 1 of 2");
  CHECK(json(event) == R"("t_abs":0.000005,"msg":"1 of 2")");
  CHECK(normal(trace2::event::printf{}) == "");
  CHECK(json(trace2::event::printf{}) == R"("t_abs":0.000000)");
  CHECK(json(trace2::event::printf{.msg = ""}) == R"("t_abs":0.000000,"msg":"")");
}

TEST_CASE("a character is a text, a number of its size a number", "[R-DAT-02]") {
  CHECK(perf(data{.category = "c", .key = "k", .value = 'x'}).ends_with("k:x"));
  CHECK(perf(data{.category = "c", .key = "k", .value = static_cast<signed char>(-5)})
            .ends_with("k:-5"));
}

}  // namespace data_test
