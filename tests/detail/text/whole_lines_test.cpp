#include <trace2/detail/text/whole_lines.hpp>

#include "support/catch.hpp"

namespace whole_lines_test {

using trace2::detail::count_lines;
using trace2::detail::first_line;
using trace2::detail::leading_lines;

TEST_CASE("lines are counted with or without a last LF") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("\n") == 1);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\nb") == 2);
  CHECK(count_lines("a\nb\n") == 2);
}

TEST_CASE("the first line ends with its LF, or with the text") {
  CHECK(first_line("") == 0);
  CHECK(first_line("ab") == 2);
  CHECK(first_line("ab\ncd\n") == 3);
  CHECK(first_line("\nab") == 1);
}

TEST_CASE("leading lines are as many whole lines as fit, and never none") {
  CHECK(leading_lines("ab\ncd\nef\n", 9) == "ab\ncd\nef\n");
  CHECK(leading_lines("ab\ncd\nef\n", 8) == "ab\ncd\n");
  CHECK(leading_lines("ab\ncd\nef\n", 6) == "ab\ncd\n");
  CHECK(leading_lines("ab\ncd\nef\n", 5) == "ab\n");
  CHECK(leading_lines("ab\ncd\nef\n", 2) == "ab\n");
  CHECK(leading_lines("ab\ncd\nef\n", 0) == "ab\n");
  CHECK(leading_lines("abcdef", 3) == "abcdef");
}

}  // namespace whole_lines_test
