#include <trace2/event/data.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"
#include "support/written.hpp"

using support::json;
using support::normal;
using support::perf;
using trace2::data_value;
using namespace trace2::event;

namespace {

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)
enum plain : unsigned char { first = 7 };

/// What a visitor gets, as a letter for its type and its text.
std::string visited(data_value value) {
  std::string seen;
  value.visit([&](auto plain_value) {
    using type = decltype(plain_value);
    if constexpr (std::is_same_v<type, std::string_view>)
      seen = "t:" + std::string{plain_value};
    else
      seen = (std::is_same_v<type, std::int64_t>    ? "i:"
              : std::is_same_v<type, std::uint64_t> ? "u:"
                                                    : "d:") +
             std::to_string(plain_value);
  });
  return seen;
}

}  // namespace

TEST_CASE("a value is a text or a number of its own kind", "[R-DAT-01]") {
  CHECK(visited("text") == "t:text");
  CHECK(visited(std::string{"own"}) == "t:own");
  CHECK(visited(std::string_view{"view"}) == "t:view");
  CHECK(visited(trace2::text{"text"}) == "t:text");
  CHECK(visited(-3) == "i:-3");
  CHECK(visited(std::numeric_limits<std::intmax_t>::min()) == "i:-9223372036854775808");
  CHECK(visited(3U) == "u:3");
  CHECK(visited(std::numeric_limits<std::uintmax_t>::max()) == "u:18446744073709551615");
  CHECK(visited(0.5F) == "d:0.500000");
  CHECK(visited(true) == "t:true");
  CHECK(visited(false) == "t:false");
}

TEST_CASE("an enumerator is its name if it is described, else its number") {
  CHECK(visited(color::green) == "t:green");
  CHECK(visited(static_cast<color>(5)) == "i:5");
  CHECK(visited(first) == "u:7");
}

TEST_CASE("a null pointer is an empty value, not a crash", "[R-DAT-06]") {
  CHECK(visited(static_cast<char const*>(nullptr)) == "t:");
  CHECK(json(data{.category = "c", .key = "k", .value = static_cast<char const*>(nullptr)})
            .ends_with(R"("value":"")"));
}

TEST_CASE("data shows key and value behind its category", "[R-PRF-12][R-DAT-02]") {
  data const event{.t_abs = {1'500'000},
                   .t_rel = {250'000},
                   .nesting = 2,
                   .category = "index",
                   .key = "entries",
                   .value = 12};
  CHECK(perf(event) == "data         |     |  1.500000 |  0.250000 | index        | entries:12");
  CHECK(json(event) == R"("t_abs":1.500000,"t_rel":0.250000,"nesting":2,"category":"index",)"
                       R"("key":"entries","value":"12")");
}

TEST_CASE("data_json keeps its JSON in PERF and nests it in EVENT", "[R-DAT-03][R-DAT-04]") {
  data_json const event{.nesting = 1, .category = "c", .key = "k", .value = {"{\n  \"a\": 1\n}"}};
  CHECK(perf(event) ==
        "data_json    |     |  1.500000 |  0.000000 | c            | k:{\n  \"a\": 1\n}");
  CHECK(json(event) == R"("t_abs":0.000000,"t_rel":0.000000,"nesting":1,"category":"c",)"
                       R"("key":"k","value":{"a": 1})");
}

TEST_CASE("printf is its message", "[R-DAT-05][R-NRM-05]") {
  trace2::event::printf const event{.t_abs = {5}, .msg = "1 of 2"};
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
