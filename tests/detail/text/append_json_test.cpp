#include <trace2/detail/text/append_json.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/value/text_list.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace append_json_test {

using trace2::data_value;
using trace2::json_text;

namespace {

template <class T>
std::string json(T const& value) {
  trace2::buffer out;
  trace2::detail::append_json(out, value);
  return std::string{out.view()};
}

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)
enum class plain : unsigned char { a = 3 };

struct point {
  int x{};
  int y{};
};
BOOST_DESCRIBE_STRUCT(point, (), (x, y))

struct shape {
  std::string_view name;
  color paint{};
  std::vector<point> corners;
  std::optional<int> layer;
  std::string note;
  char const* author{};
  trace2::text license{};
  point const* origin{};
};
BOOST_DESCRIBE_STRUCT(shape, (), (name, paint, corners, layer, note, author, license, origin))

struct nothing {};
BOOST_DESCRIBE_STRUCT(nothing, (), ())

}  // namespace

TEST_CASE("texts of all kinds become JSON strings", "[R-JSN-01]") {
  CHECK(json("a\"b") == R"("a\"b")");
  CHECK(json(std::string{"a\\b"}) == R"("a\\b")");
  CHECK(json(std::string_view{"\x1f"}) == "\"\\u001f\"");
  char const* const pointer = "p";
  CHECK(json(pointer) == "\"p\"");
  CHECK(json('c') == "\"c\"");
  CHECK(json(trace2::text{"t"}) == "\"t\"");
}

TEST_CASE("numbers, truth values and null are what they are", "[R-EVT-06]") {
  CHECK(json(true) == "true");
  CHECK(json(false) == "false");
  CHECK(json(-7) == "-7");
  CHECK(json(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(json(static_cast<signed char>(-1)) == "-1");
  CHECK(json(static_cast<unsigned char>(65)) == "65");
  CHECK(json(0.5) == "0.5");
  CHECK(json(2.0F) == "2");
  CHECK(json(nullptr) == "null");
  CHECK(json(static_cast<char const*>(nullptr)) == "null");
  CHECK(json(trace2::duration::microseconds(1'500'000)) == "1.500000");
}

TEST_CASE("JSON has no infinities", "[R-EVT-15]") {
  CHECK(json(std::numeric_limits<double>::infinity()) == "null");
  CHECK(json(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(json(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("the value of a data event is a string, whatever it was", "[R-DAT-01][R-DAT-02]") {
  CHECK(json(data_value{std::numeric_limits<std::int64_t>::min()}) == "\"-9223372036854775808\"");
  CHECK(json(data_value{std::numeric_limits<std::uint64_t>::max()}) == "\"18446744073709551615\"");
  CHECK(json(data_value{0.25}) == "\"0.25\"");
  CHECK(json(data_value{true}) == "\"true\"");
  CHECK(json(data_value{"a\nb"}) == R"("a\nb")");
  CHECK(json(data_value{color::green}) == "\"green\"");
  CHECK(json(data_value{plain::a}) == "\"3\"");
}

TEST_CASE("a described enumerator is its name, others are numbers") {
  CHECK(json(color::green) == "\"green\"");
  CHECK(json(static_cast<color>(7)) == "7");
  CHECK(json(plain::a) == "3");
}

TEST_CASE("ranges and arrays become arrays") {
  CHECK(json(std::vector<int>{}) == "[]");
  CHECK(json(std::array{1, 2, 3}) == "[1,2,3]");
  int const numbers[]{4, 5};
  CHECK(json(numbers) == "[4,5]");
  char const* const words[]{"a", "b"};
  CHECK(json(words) == R"(["a","b"])");
  CHECK(json(std::vector<std::vector<std::string>>{{"x"}, {}}) == R"([["x"],[]])");
  std::string_view const texts[]{"q", ""};
  CHECK(json(trace2::text_list{texts, 2}) == R"(["q",""])");
}

TEST_CASE("maps with text keys become objects, their keys escaped", "[R-JSN-03]") {
  CHECK(json(std::map<std::string, int>{}) == "{}");
  CHECK(json(std::map<std::string, int>{{"a\"", 1}, {"b", 2}}) == R"({"a\"":1,"b":2})");
}

TEST_CASE("optionals and pointers are their content or null") {
  CHECK(json(std::optional<int>{}) == "null");
  CHECK(json(std::optional<int>{3}) == "3");
  CHECK(json(std::make_unique<point>(point{1, 2})) == R"({"x":1,"y":2})");
  int const number = 8;
  CHECK(json(&number) == "8");
  CHECK(json(std::vector<std::optional<int>>{{1}, {}}) == "[1,null]");
}

TEST_CASE("a described struct is an object of its members in order") {
  CHECK(json(point{1, -2}) == R"({"x":1,"y":-2})");
  CHECK(json(nothing{}) == "{}");
  CHECK(json(shape{"tri", color::red, {{1, 2}, {3, 4}}, 9, "n"}) ==
        R"({"name":"tri","paint":"red","corners":[{"x":1,"y":2},{"x":3,"y":4}],)"
        R"("layer":9,"note":"n"})");
}

TEST_CASE("what is absent is left out of an object, what is empty is not", "[R-EVT-05]") {
  CHECK(json(shape{.name = {}, .corners = {}, .layer = {}, .note = ""}) ==
        R"({"paint":"red","corners":[],"note":""})");
  CHECK(json(shape{.name = "", .corners = {}, .layer = 0, .note = ""}) ==
        R"({"name":"","paint":"red","corners":[],"layer":0,"note":""})");
}

TEST_CASE("JSON text is nested as it is, without its line breaks", "[R-JSN-05][R-DAT-03]") {
  CHECK(json(json_text{R"({"a":[1,null]})"}) == R"({"a":[1,null]})");
  CHECK(json(json_text{"{\n  \"a\": 1,\n  \"sp\": \"two  spaces\"\n}"}) ==
        R"({"a": 1,"sp": "two  spaces"})");
}

TEST_CASE("text that only claims to be JSON becomes a string", "[R-EVT-15][R-LIM-07]") {
  CHECK(json(json_text{"{\"a\":"}) == R"("{\"a\":")");
  CHECK(json(json_text{""}) == "\"\"");
  CHECK(json(json_text{"1} {"}) == "\"1} {\"");
}

TEST_CASE("ill-formed UTF-8 never reaches a line", "[R-JSN-02][R-LIM-07]") {
  CHECK(json("a\xff"
             "b") ==
        "\"a\xef\xbf\xbd"
        "b\"");
  CHECK(json(std::map<std::string, int>{{"\xc3", 1}}) == "{\"\xef\xbf\xbd\":1}");
}

TEST_CASE("durations of std::chrono are numbers of seconds", "[R-EVT-06]") {
  using namespace std::chrono_literals;
  CHECK(json(1500ms) == "1.500000");
  CHECK(json(-2h) == "-7200.000000");
  CHECK(json(std::optional{0.5s}) == "0.500000");
  CHECK(json(std::vector{1us, 2us}) == "[0.000001,0.000002]");
  CHECK(json(data_value{1500ms}) == "\"1.500000\"");
}

}  // namespace append_json_test
