#include <trace2/value/data_value.hpp>

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace data_value_test {

using trace2::data_value;

namespace {

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)
enum plain : unsigned char { first = 7 };

/// The value that a visitor gets, as a letter for its type and its text.
std::string visited(data_value value) {
  std::string seen;
  value.visit([&](auto plain_value) {
    using type = decltype(plain_value);
    if constexpr (std::is_same_v<type, trace2::text>)
      seen = "t:" + std::string{std::string_view{plain_value}};
    else if constexpr (std::is_same_v<type, trace2::duration>)
      seen = "s:" + std::to_string(plain_value.in_microseconds());
    else
      seen = (std::is_same_v<type, std::int64_t>    ? "i:"
              : std::is_same_v<type, std::uint64_t> ? "u:"
                                                    : "d:") +
             std::to_string(plain_value);
  });
  return seen;
}

}  // namespace

TEST_CASE("a structure is no value, unless it says how it becomes one") {
  struct structure {
    int count;
  };
  struct convertible {
    operator trace2::data_value() const noexcept { return 3; }
  };
  STATIC_REQUIRE_FALSE(std::is_convertible_v<structure, trace2::data_value>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<trace2::data_value, structure>);
  STATIC_REQUIRE(std::is_convertible_v<convertible, trace2::data_value>);
  STATIC_REQUIRE(std::is_convertible_v<convertible const&, trace2::data_value>);
}

TEST_CASE("a value is a text or a number of its own kind", "[R-DAT-01]") {
  CHECK(visited("text") == "t:text");
  CHECK(visited(std::string{"own"}) == "t:own");
  CHECK(visited(std::string_view{"view"}) == "t:view");
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

TEST_CASE("a null pointer is an empty value, not a crash") {
  CHECK(visited(static_cast<char const*>(nullptr)) == "t:");
}

TEST_CASE("a pointer is no truth value") {
  CHECK(!std::is_convertible_v<int*, data_value>);
  CHECK(!std::is_convertible_v<unsigned char const*, data_value>);
  CHECK(!std::is_convertible_v<data_value const*, data_value>);
  CHECK(std::is_convertible_v<char*, data_value>);
  CHECK(visited(nullptr) == "t:");
}

TEST_CASE("a character is a text, a number of its size a number", "[R-DAT-02]") {
  CHECK(visited('x') == "t:x");
  CHECK(visited(static_cast<signed char>(-5)) == "i:-5");
}

TEST_CASE("a duration is kept as one") {
  using namespace std::chrono_literals;
  CHECK(visited(5ms) == "s:5000");
  CHECK(visited(-0.25s) == "s:-250000");
  CHECK(visited(trace2::duration::nanoseconds(1'501)) == "s:2");
}

}  // namespace data_value_test
