#include <trace2/event/detail/member_type.hpp>

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

using namespace trace2;
using detail::member_table;
using detail::member_type;
using detail::member_type_of;

namespace member_type_test {

namespace {

enum class color { red };
BOOST_DESCRIBE_ENUM(color, red)
enum class plain : std::uint16_t { zero };

}  // namespace

TEST_CASE("each type of member has a form in recordings") {
  STATIC_REQUIRE(member_type_of<bool>() == member_type::boolean);
  STATIC_REQUIRE(member_type_of<char>() == member_type::character);
  STATIC_REQUIRE(member_type_of<signed char>() == member_type::int8);
  STATIC_REQUIRE(member_type_of<std::int64_t>() == member_type::int64);
  STATIC_REQUIRE(member_type_of<unsigned>() == member_type::uint32);
  STATIC_REQUIRE(member_type_of<float>() == member_type::float32);
  STATIC_REQUIRE(member_type_of<long double>() == member_type::float64);
  STATIC_REQUIRE(member_type_of<std::string_view>() == member_type::text);
  STATIC_REQUIRE(member_type_of<std::string>() == member_type::text);
  STATIC_REQUIRE(member_type_of<char const*>() == member_type::text);
  STATIC_REQUIRE(member_type_of<text_list>() == member_type::texts);
  STATIC_REQUIRE(member_type_of<duration>() == member_type::microseconds);
  STATIC_REQUIRE(member_type_of<std::chrono::milliseconds>() == member_type::microseconds);
  STATIC_REQUIRE(member_type_of<data_value>() == member_type::value);
  STATIC_REQUIRE(member_type_of<json_text>() == member_type::json);
  STATIC_REQUIRE(member_type_of<color>() == member_type::enumeration);
  STATIC_REQUIRE(member_type_of<plain>() == member_type::uint16);
  STATIC_REQUIRE(member_type_of<std::vector<int>>() == member_type::rendered);
  STATIC_REQUIRE(member_type_of<std::optional<int>>() == member_type::rendered);
}

TEST_CASE("integers of the same size are the same, whatever they are called") {
  STATIC_REQUIRE(member_type_of<long long>() == member_type::int64);
  STATIC_REQUIRE(member_type_of<unsigned long long>() == member_type::uint64);
  STATIC_REQUIRE(member_type_of<char16_t>() == member_type::uint16);
}

TEST_CASE("a recording has numbers and times as they are, and a form for all else") {
  STATIC_REQUIRE(member_table::plain_size(member_type::boolean) == 1);
  STATIC_REQUIRE(member_table::plain_size(member_type::int32) == 4);
  STATIC_REQUIRE(member_table::plain_size(member_type::float64) == 8);
  STATIC_REQUIRE(member_table::plain_size(member_type::microseconds) == 8);
  STATIC_REQUIRE(member_table::plain_size(member_type::text) == 0);
  STATIC_REQUIRE(member_table::plain_size(member_type::enumeration) == 0);
  STATIC_REQUIRE(member_table::plain_size(member_type{20}) == 0);
  STATIC_REQUIRE(member_table::plain_size(member_type{0}) == 0);
}

TEST_CASE("the row of a type is found by its number, which a recording may have wrong") {
  bool is_text = false;
  CHECK(member_table::with_row(member_type::text, [&is_text]<class Row>(Row) {
    is_text = std::is_same_v<typename Row::held, std::string_view>;
  }));
  CHECK(is_text);
  CHECK_FALSE(member_table::with_row(member_type{20}, [](auto) {}));
}

}  // namespace member_type_test
