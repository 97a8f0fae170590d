#include <trace2/read/surroundings/first_lines.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace first_lines_test {

namespace around = trace2::read::surroundings;

TEST_CASE("the last line counts if it is whole", "[read]") {
  using lines = std::vector<std::string>;
  CHECK(around::first_lines{"a\r\nb\n", false}.lines() == lines{"a", "b"});
  CHECK(around::first_lines{"a\nb", false}.lines() == lines{"a"});
  CHECK(around::first_lines{"a\nb", true}.lines() == lines{"a", "b"});
  CHECK(around::first_lines{"a", false}.lines() == lines{"a"});
}

TEST_CASE("lines score by the events that begin in them", "[read]") {
  std::string const event = R"({"event":"exit","sid":"S"})";
  CHECK(around::first_lines{event + "\n> " + event + "\ntext\n", true}.score() == 3);
  around::first_lines const first{event + "\n" + event + "\ntext", true};
  auto const is_event = [](std::string_view line) { return line.starts_with('{'); };
  CHECK(first.is_all(is_event, 2));
  CHECK_FALSE(first.is_all(is_event, 3));
}

}  // namespace first_lines_test
