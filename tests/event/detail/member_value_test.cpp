#include <trace2/event/detail/member_value.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace member_value_test {

using namespace trace2;
using detail::member_type;
using detail::member_type_of;
using detail::member_value;

namespace {

enum class color { red, blue = 7 };
BOOST_DESCRIBE_ENUM(color, red)
enum class plain : std::uint16_t { zero };

/// The value that a visitor gets, as JSON; checks that it has the expected type.
template <class Visited, class T>
std::string visited(T const& member) {
  buffer out;
  member_value{member}.visit(member_type_of<T>(), [&](auto const& value) {
    CHECK(std::is_same_v<std::remove_cvref_t<decltype(value)>, Visited>);
    detail::append_json(out, value);
  });
  return std::string{out.view()};
}

template <class T>
bool absent(T const& member) {
  return member_value{member}.is_absent(member_type_of<T>());
}

}  // namespace

TEST_CASE("an array of characters that it fills ends where the array ends") {
  struct {
    char full[3] = {'a', 'b', 'c'};
    char short_one[3] = {'d'};
  } const of_c;
  CHECK(visited<std::string_view>(of_c.full) == "\"abc\"");
  CHECK(visited<std::string_view>(of_c.short_one) == "\"d\"");
}

TEST_CASE("a value is what its member was, in few types") {
  CHECK(visited<bool>(true) == "true");
  CHECK(visited<char>('c') == "\"c\"");
  CHECK(visited<std::int64_t>(static_cast<signed char>(-5)) == "-5");
  CHECK(visited<std::int64_t>(static_cast<short>(-300)) == "-300");
  CHECK(visited<std::int64_t>(-70'000) == "-70000");
  CHECK(visited<std::int64_t>(INT64_MIN) == "-9223372036854775808");
  CHECK(visited<std::uint64_t>(static_cast<unsigned char>(200)) == "200");
  CHECK(visited<std::uint64_t>(static_cast<unsigned short>(60'000)) == "60000");
  CHECK(visited<std::uint64_t>(4'000'000'000u) == "4000000000");
  CHECK(visited<std::uint64_t>(UINT64_MAX) == "18446744073709551615");
  CHECK(visited<std::uint64_t>(plain::zero) == "0");
  CHECK(visited<float>(0.5f) == "0.5");
  CHECK(visited<double>(0.1) == "0.1");
  CHECK(visited<double>(0.25L) == "0.25");
  CHECK(visited<std::string_view>(std::string_view{"a"}) == "\"a\"");
  CHECK(visited<std::string_view>(std::string{"b"}) == "\"b\"");
  CHECK(visited<std::string_view>(static_cast<char const*>("c")) == "\"c\"");
  CHECK(visited<duration>(duration::microseconds(1'500'000)) == "1.500000");
  CHECK(visited<duration>(std::chrono::milliseconds{1500}) == "1.500000");
  CHECK(visited<duration>(std::chrono::duration<float>{0.5F}) == "0.500000");
  CHECK(visited<data_value>(data_value{3}) == "\"3\"");
  CHECK(visited<json_text>(json_text{"[1]"}) == "[1]");
  std::string_view const items[] = {"x", "y"};
  CHECK(visited<text_list>(text_list{items, 2}) == "[\"x\",\"y\"]");
}

TEST_CASE("an enumerator is its name, or its number when it has none") {
  CHECK(visited<std::string_view>(color::red) == "\"red\"");
  CHECK(visited<std::int64_t>(color::blue) == "7");
}

TEST_CASE("a value of any other type becomes JSON as its type does") {
  CHECK(visited<detail::rendered_value>(std::vector{1, 2}) == "[1,2]");
  CHECK(visited<detail::rendered_value>(std::optional{3}) == "3");
  CHECK(visited<detail::rendered_value>(nullptr) == "null");
}

TEST_CASE("null texts and pointers and empty optionals are absent, and nothing else",
          "[R-EVT-05]") {
  CHECK(absent(std::string_view{}));
  CHECK(absent(text{}));
  CHECK(absent(static_cast<char const*>(nullptr)));
  CHECK(absent(static_cast<int const*>(nullptr)));
  CHECK(absent(std::optional<int>{}));
  CHECK_FALSE(absent(std::string_view{""}));
  CHECK_FALSE(absent(std::string{}));
  CHECK_FALSE(absent(std::optional{0}));
  CHECK_FALSE(absent(0));
  CHECK_FALSE(absent(text_list{}));
  CHECK_FALSE(absent(nullptr));
}

}  // namespace member_value_test
