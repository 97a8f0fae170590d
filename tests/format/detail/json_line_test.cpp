#include <trace2/format/detail/json_line.hpp>
#include <trace2/value/text_list.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace json_line_test {

using namespace trace2;
using detail::fixed_text;
using detail::json_line;
using detail::json_room;

namespace {

/// The value as a member, behind something else and with something behind it.
template <class T>
std::string member(T const& value) {
  buffer out;
  out.append("before ");
  {
    json_line line{out, 64 + json_room(value)};
    line.append("{");
    line.append(fixed_text{"\"key\":"}, value);
    line.append("}");
  }
  REQUIRE_FALSE(out.failed());
  REQUIRE(out.view().substr(0, 14) == "before {\"key\":");
  REQUIRE(out.view().back() == '}');
  return std::string{out.view().substr(14, out.size() - 15)};
}

}  // namespace

TEST_CASE("what is written in place is the JSON that append_json writes", "[R-EVT-05]") {
  auto const check = [](auto const& value) {
    buffer expected;
    detail::append_json(expected, value);
    CHECK(member(value) == std::string{expected.view()});
    CHECK(expected.size() <= json_room(value));
  };
  check(0);
  check(std::numeric_limits<std::int64_t>::min());
  check(std::numeric_limits<std::uint64_t>::max());
  check(static_cast<unsigned char>(200));
  check(duration::microseconds(1'500'000));
  check(duration::microseconds(std::numeric_limits<std::int64_t>::min()));
  check(std::chrono::milliseconds{-1500});
  check(std::chrono::hours::max());
  check(data_value{std::chrono::seconds::min()});
  check(data_value{-17});
  check(data_value{std::numeric_limits<std::uint64_t>::max()});
  for (std::size_t size = 0; size < 40; ++size) {
    std::string const text(size, 'x');
    check(std::string_view{text});
    check(data_value{text});
  }
}

TEST_CASE("what doesn't fit in place is whole all the same", "[R-EVT-05][R-JSN-01]") {
  CHECK(member(std::string_view{"a\"b"}) == "\"a\\\"b\"");
  CHECK(member(std::string_view{std::string(1000, '\n')}).size() == 2002);
  CHECK(member(data_value{"\x80"}) == "\"\xef\xbf\xbd\"");
  CHECK(member(data_value{1e300}) == "\"1e+300\"");
  CHECK(member(true) == "true");
  CHECK(member(json_text{"[1, 2]"}) == "[1, 2]");
  std::string_view const items[] = {"a", "b"};
  CHECK(member(text_list{items, 2}) == "[\"a\",\"b\"]");
}

TEST_CASE("nothing is written without room, and the buffer tells") {
  char memory[8];
  buffer out{memory, sizeof memory};
  {
    json_line line{out, 100};
    line.append("{");
    line.append(fixed_text{"\"key\":"}, 1);
  }
  CHECK(out.failed());
  CHECK(out.empty());
}

}  // namespace json_line_test
