#include "output/shortened.hpp"

#include <trace2/read/shown.hpp>

#include <string>

#include "support/catch.hpp"

namespace shortened_test {

namespace program = trace2::program;

TEST_CASE("a text that is too long keeps its beginning and its end", "[export]") {
  CHECK(program::shortened_in_middle("abcdefghij", 10) == "abcdefghij");
  CHECK(program::shortened_in_middle("abcdefghij", 7) == "abc\u2026hij");
  CHECK(program::shortened_in_middle("abcdefghij", 6) == "abc\u2026ij");
  CHECK(program::shortened_in_middle("\u00e4\u00f6\u00fc\u00df\u00e4\u00f6", 5) ==
        "\u00e4\u00f6\u2026\u00e4\u00f6");
}

TEST_CASE("a text fits any width, however narrow", "[export]") {
  for (std::size_t width = 0; width < 12; ++width) {
    CHECK(trace2::read::width_of(program::shortened_in_middle("abcdefghij", width)) <= width);
    CHECK(trace2::read::width_of(program::shortened_in_command("/a/bcde/fg hij kl", width)) <=
          width);
  }
}

TEST_CASE("a command loses directories of its program before its arguments", "[export]") {
  CHECK(program::shortened_in_command("/usr/lib/gcc/g++ -c a.cpp", 19) ==
        "\u2026b/gcc/g++ -c a.cpp");
  CHECK(program::shortened_in_command("/usr/lib/gcc/g++ -c a.cpp", 15) == "\u2026c/g++ -c a.cpp");
}

TEST_CASE("commands of one program are told apart by their last arguments", "[export]") {
  std::string const program(60, 'x');
  std::string const options = " -O2 -g -Wall -Wextra -fPIC -c ";
  auto const shown = [&](std::string const& file) {
    return program::shortened_in_command("/" + program + "/g++" + options + file, 24);
  };
  CHECK(shown("one.cpp") != shown("two.cpp"));
  CHECK(shown("one.cpp").starts_with("\u2026/g++ "));
  CHECK(shown("one.cpp").ends_with(" one.cpp"));
}

}  // namespace shortened_test
