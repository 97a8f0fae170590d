#include <trace2/event/text_line.hpp>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace text_line_test {

using trace2::duration;
using trace2::text_line;

namespace {

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)
enum class plain : signed char { low = -3 };

struct point {
  int x{};
  std::string name;
};
BOOST_DESCRIBE_STRUCT(point, (), (x, name))

struct like_text {
  operator std::string_view() const noexcept { return "like text"; }
};

template <class... Parts>
std::string line(Parts const&... parts) {
  trace2::buffer out;
  text_line words{out};
  (words << ... << parts);
  return std::string{out.view()};
}

constexpr std::string_view three[]{"a", "b c", ""};

}  // namespace

TEST_CASE("words are joined as they come") {
  CHECK(line("code:", 3, ' ', std::string{"own"}, std::string_view{" view"}) == "code:3 own view");
  CHECK(line(std::string_view{}) == "");
  CHECK(line(trace2::text{"t"}) == "t");
}

TEST_CASE("numbers are decimal, whatever their type", "[R-NRM-03]") {
  CHECK(line(-1) == "-1");
  CHECK(line(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(line(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(line(static_cast<unsigned char>(65)) == "65");
  CHECK(line(static_cast<signed char>(-5)) == "-5");
  CHECK(line(0.25) == "0.25");
}

TEST_CASE("a truth value is a word and a character itself") {
  CHECK(line(true, ' ', false) == "true false");
  CHECK(line('x', '\n') == "x\n");
}

TEST_CASE("an enumerator is its name if it is described, else its number") {
  CHECK(line(color::green) == "green");
  CHECK(line(static_cast<color>(9)) == "9");
  CHECK(line(plain::low) == "-3");
}

TEST_CASE("durations have six decimals", "[R-TIME-05]") {
  CHECK(line(duration::microseconds(1'500'000)) == "1.500000");
  CHECK(line(std::chrono::milliseconds{1500}) == "1.500000");
}

TEST_CASE("a value is shown as what it is", "[R-DAT-01]") {
  CHECK(line(trace2::data_value{-7}) == "-7");
  CHECK(line(trace2::data_value{"text"}) == "text");
  CHECK(line(trace2::data_value{true}) == "true");
  CHECK(line(trace2::json_text{"{\n}"}) == "{\n}");
}

TEST_CASE("quoted text is as a shell would read it", "[R-QUO-01][R-QUO-04]") {
  using trace2::quoted;
  CHECK(line(quoted{std::string_view{"a b"}}) == "'a b'");
  CHECK(line(quoted{std::string_view{""}}) == "''");
  CHECK(line(quoted{std::string_view{"it's!"}}) == R"('it'\''s'\!'')");
  CHECK(line(quoted{trace2::text_list{three, 3}}) == "a 'b c' ''");
  CHECK(line(quoted{trace2::text_list{}}) == "");
  CHECK(line(quoted{std::string{"a b"}}) == "'a b'");
  CHECK(line(quoted{"a b"}) == "'a b'");
  CHECK(line(quoted{static_cast<char const*>(nullptr)}) == "''");
}

TEST_CASE("a list is quoted unless it says otherwise", "[R-QUO-05]") {
  CHECK(line(trace2::text_list{three, 2}) == "a 'b c'");
  CHECK(line(trace2::joined{{three, 3}, " <- "}) == "a <- b c <- ");
  CHECK(line(trace2::joined{{}, ", "}) == "");
}

TEST_CASE("an optional is what it holds, or nothing") {
  CHECK(line(std::optional<int>{3}, std::optional<int>{}) == "3");
  CHECK(line(std::optional<std::string>{"a b"}) == "a b");
  CHECK(line(std::optional<std::vector<int>>{{1, 2}}) == "[1,2]");
  int const number = 3;
  int const* none = nullptr;
  CHECK(line(&number, none) == "3");
}

TEST_CASE("ranges, maps and described structs are JSON, as PERF shows them") {
  CHECK(line(std::vector<int>{1, 2}) == "[1,2]");
  CHECK(line(std::vector<std::string>{"a b", ""}) == R"(["a b",""])");
  CHECK(line(std::map<std::string, bool>{{"on", true}}) == R"({"on":true})");
  CHECK(line(point{.x = 1, .name = "p"}) == R"({"x":1,"name":"p"})");
  int const numbers[]{1, 2};
  CHECK(line(numbers) == "[1,2]");
}

TEST_CASE("a value whose type only its event knows is JSON, or absent") {
  int const numbers[]{1, 2};
  trace2::detail::rendered_value value{numbers, &trace2::detail::json_of<int[2]>::append};
  CHECK(line(value) == "[1,2]");
  value.value = nullptr;
  CHECK(line(value) == "");
}

TEST_CASE("a type that converts to text is text") { CHECK(line(like_text{}) == "like text"); }

TEST_CASE("a null pointer to characters is no text") {
  CHECK(line("name:", static_cast<char const*>(nullptr), '.') == "name:.");
  CHECK(line(static_cast<char*>(nullptr)) == "");
  CHECK(line(nullptr) == "");
}

TEST_CASE("an errno value is explained by the system", "[R-CHD-09]") {
  CHECK(line(trace2::system_error{ENOENT}) == "No such file or directory");
}

TEST_CASE("words pass through byte by byte", "[R-NRM-08][R-PRF-14]") {
  CHECK(line("a|b\r\n\x1b[31m\xff") == "a|b\r\n\x1b[31m\xff");
}

}  // namespace text_line_test
