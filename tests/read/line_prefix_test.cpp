#include <trace2/read/line_prefix.hpp>

#include <cstdint>
#include <string_view>

#include "support/catch.hpp"

namespace line_prefix_test {

namespace read = trace2::read;

TEST_CASE("a time of day is taken from the front of a line", "[read][R-TIME-01]") {
  std::string_view line = "01:02:03.000004 rest";
  constexpr std::int64_t wanted = 3'723'000'004;
  CHECK(read::take_time_of_day(line) == wanted);
  CHECK(line == "rest");
}

TEST_CASE("a line that begins otherwise stays as it is", "[read]") {
  for (std::string_view const text :
       {"", "01:02:03.000004", "01:02:03,000004 x", "1:02:03.000004 x", "0a:02:03.000004 x",
        "01:02:03.00000/ x"}) {
    std::string_view line = text;
    CHECK_FALSE(read::take_time_of_day(line));
    CHECK(line == text);
  }
}

TEST_CASE("a place is a file and a line behind the last colon", "[read]") {
  auto const place = read::named_place::of("C:\\a b.c:12");
  REQUIRE(place);
  CHECK(place->file == "C:\\a b.c");
  CHECK(place->line == 12);
  for (std::string_view const text : {"", "a.c", "a.c:", "a.c:x", "a.c:1x"})
    CHECK_FALSE(read::named_place::of(text));
}

}  // namespace line_prefix_test
