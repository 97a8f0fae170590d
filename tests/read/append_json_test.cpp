#include <trace2/read/append_json.hpp>

#include <boost/describe/class.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace append_json_test {

namespace read = trace2::read;

namespace {

/// A type that writes itself, though its members are described.
struct hexadecimal {
  std::uint32_t value{};

  void append_json(trace2::buffer& out) const noexcept {
    out.append('"');
    for (int bits = 28; bits >= 0; bits -= 4) out.append("0123456789abcdef"[value >> bits & 0xf]);
    out.append('"');
  }
};
BOOST_DESCRIBE_STRUCT(hexadecimal, (), (value))

struct row {
  std::string_view name{};
  std::optional<int> count{};
  hexadecimal id{};
  std::vector<hexadecimal> others{};
};
BOOST_DESCRIBE_STRUCT(row, (), (name, count, id, others))

template <class Value>
std::string json_of(Value const& value) {
  trace2::buffer out;
  read::append_json(out, value);
  return std::string{out.view()};
}

std::string repaired(std::string_view json) {
  trace2::buffer out;
  read::append_repaired_json(out, json);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("a described struct is an object without its absent members", "[read]") {
  CHECK(json_of(row{.name = "a\"b"}) == R"({"name":"a\"b","id":"00000000","others":[]})");
  CHECK(json_of(row{"", 7, {0xbeef}, {{1}, {2}}}) ==
        R"({"name":"","count":7,"id":"0000beef","others":["00000001","00000002"]})");
}

TEST_CASE("numbers that JSON cannot spell are null", "[read]") {
  CHECK(json_of(1.5) == "1.5");
  CHECK(json_of(std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("any bytes become a string", "[read][R-JSN-01][R-LIM-07]") {
  trace2::buffer out;
  read::append_json_string(out, "a\n\xff\"");
  CHECK(out.view() == "\"a\\n\xef\xbf\xbd\\\"\"");
  out.clear();
  read::append_json_escaped(out, "a\n\xff\"");
  CHECK(out.view() == "a\\n\xef\xbf\xbd\\\"");
}

TEST_CASE("JSON of a trace is repaired for strict readers", "[read][R-LIM-07]") {
  CHECK(repaired(R"({"a":[1,"b\n\u00e9"]})") == R"({"a":[1,"b\n\u00e9"]})");
  CHECK(repaired("\"\xc3\xa9\xff\"") == "\"\xc3\xa9\xef\xbf\xbd\"");
  CHECK(repaired(R"("\ud83d\ude00")") == R"("\ud83d\ude00")");
  CHECK(repaired(R"("\ud83d \ude00")") == R"("\ufffd \ufffd")");
}

TEST_CASE("a backslash that begins nothing becomes a character, too", "[read][R-LIM-07]") {
  CHECK(repaired(R"("\x")") == R"("\ufffdx")");
  CHECK(repaired(R"("\u12)") == R"("\ufffdu12)");
  CHECK(repaired("\\") == "\\ufffd");
}

}  // namespace append_json_test
