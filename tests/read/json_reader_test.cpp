#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/read/json_reader.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace json_reader_test {

using trace2::duration;
using trace2::json_text;
using trace2::text_list;

namespace {

struct point {
  int x{};
  std::optional<double> y{};
};
BOOST_DESCRIBE_STRUCT(point, (), (x, y))

struct drawing {
  std::string name{};
  std::vector<point> points{};
  trace2::scope scope{};
  bool is_closed{};
};
BOOST_DESCRIBE_STRUCT(drawing, (), (name, points, scope, is_closed))

class reading {
 public:
  /// Whether the value could be stored.
  template <class T>
  bool into(T& to, std::string_view json) {
    trace2::read::json_scanner scanner{json};
    trace2::read::json_value value;
    REQUIRE(scanner.pass(value));
    return trace2::read::json_reader{memory_}.read(value, to);
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

template <class T>
T read_as(std::string_view json) {
  static reading in;
  T value{};
  REQUIRE(in.into(value, json));
  return value;
}

template <class T>
bool is_refused(std::string_view json, T const& before = {}) {
  reading in;
  T value = before;
  bool const stored = in.into(value, json);
  return !stored && value == before;
}

}  // namespace

TEST_CASE("texts lose their escapes", "[read][R-JSN-01]") {
  CHECK(read_as<std::string_view>(R"("plain")") == "plain");
  CHECK(read_as<std::string_view>(R"("")").data() != nullptr);
  CHECK(read_as<std::string_view>(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
  CHECK(read_as<std::string_view>(R"("a\u001f\u000bb")") ==
        "a\x1f\x0b"
        "b");
  CHECK(read_as<std::string_view>(R"("\u00e9\u20ac\ud83d\ude00")") == "é€😀");
  CHECK(read_as<std::string_view>(R"("\u0000x")") == std::string_view{"\0x", 2});
  CHECK(read_as<std::string_view>("\"\xff\"") == "\xff");
}

TEST_CASE("half a surrogate pair becomes U+FFFD", "[read]") {
  CHECK(read_as<std::string_view>(R"("\ud83dx")") == "\xef\xbf\xbdx");
  CHECK(read_as<std::string_view>(R"("\ud83d\n")") == "\xef\xbf\xbd\n");
  CHECK(read_as<std::string_view>(R"("\ude00")") == "\xef\xbf\xbd");
  CHECK(read_as<std::string_view>(R"("\ud83d\ud83d\ude00")") == "\xef\xbf\xbd😀");
}

TEST_CASE("numbers out of range become the nearest end of it, and the line is known to have one",
          "[read]") {
  CHECK(read_as<int>("3221225477") == std::numeric_limits<int>::max());
  CHECK(read_as<int>("-3221225477") == std::numeric_limits<int>::min());
  CHECK(read_as<unsigned char>("256") == 255);
  CHECK(read_as<std::uint64_t>("18446744073709551616") == 18446744073709551615u);
  CHECK(read_as<duration>("1e13").in_microseconds() == 1'000'000'000'000'000'000);
  std::pmr::monotonic_buffer_resource memory;
  trace2::read::json_reader reader{memory};
  auto const is_cut = [&reader]<class T>(std::string_view text, T value) {
    reader.begin(100);
    REQUIRE(reader.read({text, trace2::read::json_kind::number}, value));
    return reader.cut_numbers().size() == 1 && *reader.cut_numbers().begin() == text;
  };
  CHECK_FALSE(is_cut("2147483647", int{}));
  CHECK(is_cut("2147483648", int{}));
  CHECK_FALSE(is_cut("18446744073709551615", std::uint64_t{}));
  CHECK(is_cut("18446744073709551616", std::uint64_t{}));
  CHECK_FALSE(is_cut("1000000000", duration{}));
  CHECK(is_cut("10000000000", duration{}));
  CHECK_FALSE(is_cut("0", int{}));
}

TEST_CASE("numbers are read within their range", "[read]") {
  CHECK(read_as<int>("-12") == -12);
  CHECK(read_as<std::uint64_t>("18446744073709551615") == 18446744073709551615u);
  CHECK(read_as<double>("1.5e3") == 1500);
  CHECK(read_as<duration>("0.000230") == duration::microseconds(230));
  CHECK(is_refused<int>("1.5"));
  CHECK(is_refused<int>("\"1\""));
  CHECK(is_refused<int>("true"));
  CHECK(is_refused<duration>("\"0.1\""));
}

TEST_CASE("a count that Git shows as negative is unsigned again", "[read][R-EVT-07][R-CTR-05]") {
  CHECK(read_as<std::uint64_t>("-1") == std::numeric_limits<std::uint64_t>::max());
  CHECK(read_as<std::uint64_t>("-9223372036854775808") == std::uint64_t{1} << 63);
  CHECK(read_as<std::uint64_t>("-9223372036854775809") == std::uint64_t{1} << 63);
}

TEST_CASE("lists of texts are read whole or not at all", "[read]") {
  auto const list = read_as<text_list>(R"(["git","a\tb",""])");
  REQUIRE(list.count == 3);
  CHECK(list.items[0] == "git");
  CHECK(list.items[1] == "a\tb");
  CHECK(list.items[2].empty());
  CHECK(read_as<text_list>("[]").empty());
  reading in;
  text_list untouched;
  CHECK_FALSE(in.into(untouched, R"(["a",1])"));
  CHECK_FALSE(in.into(untouched, R"("a")"));
  CHECK(untouched.items == nullptr);
}

TEST_CASE("the value of data may be anything", "[read][R-DAT-02]") {
  auto const shown = [](std::string_view json) {
    std::string result;
    read_as<trace2::data_value>(json).visit([&](auto plain) {
      if constexpr (std::is_same_v<decltype(plain), trace2::text>) result = std::string_view{plain};
    });
    return result;
  };
  CHECK(shown(R"("a\"b")") == "a\"b");
  CHECK(shown("12.50") == "12.50");
  CHECK(shown("true") == "true");
  CHECK(shown(R"({"a": 1})") == R"({"a": 1})");
}

TEST_CASE("JSON is kept as it is spelled", "[read][R-JSN-05]") {
  std::string_view const kept = read_as<json_text>(R"({"a": 1,"sp": "two  spaces"})").text;
  CHECK(kept == R"({"a": 1,"sp": "two  spaces"})");
}

TEST_CASE("enumerators are read by name", "[read][R-PAR-01]") {
  CHECK(read_as<trace2::scope>(R"("worktree")") == trace2::scope::worktree);
  CHECK(is_refused<trace2::scope>(R"("galaxy")", trace2::scope::local));
  CHECK(is_refused<trace2::scope>("1"));
}

TEST_CASE("what a program's own struct was written as is read back into it", "[read]") {
  drawing const original{.name = "a \"b\"",
                         .points = {{.x = 1, .y = 2.5}, {.x = -3, .y = {}}},
                         .scope = trace2::scope::global,
                         .is_closed = true};
  std::string const json = support::appended(
      [](auto& out, auto const& value) { trace2::detail::append_json(out, value); }, original);
  auto const copy = read_as<drawing>(json);
  CHECK(copy.name == original.name);
  REQUIRE(copy.points.size() == 2);
  CHECK(copy.points[0].x == 1);
  CHECK(copy.points[0].y == 2.5);
  CHECK(copy.points[1].x == -3);
  CHECK_FALSE(copy.points[1].y.has_value());
  CHECK(copy.scope == original.scope);
  CHECK(copy.is_closed);
}

TEST_CASE("members that a struct does not describe are passed over", "[read]") {
  auto const value = read_as<point>(R"({"z":[1],"x":4})");
  CHECK(value.x == 4);
  CHECK_FALSE(value.y.has_value());
  reading in;
  point untouched{.x = 9, .y = {}};
  CHECK_FALSE(in.into(untouched, R"({"x":"4","y":1})"));
  CHECK(untouched.x == 9);
}

TEST_CASE("durations and paths are read as the program's own types", "[read]") {
  using namespace std::chrono_literals;
  CHECK(read_as<std::chrono::milliseconds>("1.500000") == 1500ms);
  CHECK(read_as<std::chrono::nanoseconds>("-0.000001") == -1000ns);
  CHECK(read_as<std::chrono::seconds>("1.500001") == 2s);
  CHECK(read_as<std::chrono::duration<double>>("0.25") == 0.25s);
  CHECK(read_as<std::chrono::duration<signed char>>("200") ==
        std::chrono::duration<signed char>{127});
  CHECK(read_as<std::filesystem::path>(R"("/\u00e9 b")") == u8"/\u00e9 b");
  CHECK(read_as<std::u8string>(R"("/\u00e9 b")") == u8"/\u00e9 b");
  CHECK(is_refused<std::chrono::seconds>("\"1\""));
  CHECK(is_refused<std::filesystem::path>("1"));
}

}  // namespace json_reader_test
