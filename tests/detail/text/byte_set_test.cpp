#include <trace2/detail/text/byte_set.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace byte_set_test {

using namespace trace2::detail;

TEST_CASE("a set holds exactly its bytes, whatever their sign", "[detail]") {
  static constexpr byte_set set{"a\xff"};
  for (int c = 0; c < 256; ++c) {
    CAPTURE(c);
    CHECK(set(static_cast<char>(c)) == (c == 'a' || c == 0xff));
  }
}

TEST_CASE("ranges include both ends and combine", "[detail]") {
  static constexpr byte_set all = byte_set::range(0, 255);
  static constexpr byte_set no_digits = all.without(ascii_digits);
  static constexpr byte_set words = ascii_letters | ascii_digits | byte_set{"_"};
  for (int c = 0; c < 256; ++c) {
    CAPTURE(c);
    bool const digit = c >= '0' && c <= '9';
    bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    CHECK(all(static_cast<char>(c)));
    CHECK(no_digits(static_cast<char>(c)) == !digit);
    CHECK(words(static_cast<char>(c)) == (digit || letter || c == '_'));
  }
}

TEST_CASE("searches end at the end of the text", "[detail]") {
  static constexpr byte_set set{"xy"};
  CHECK(set.find("abxcy") == 2);
  CHECK(set.find("abxcy", 3) == 4);
  CHECK(set.find("abc") == 3);
  CHECK(set.find("") == 0);
  CHECK(set.find({}) == 0);
  CHECK(set.find("abc", 3) == 3);
  CHECK(set.skip("xyxa") == 3);
  CHECK(set.skip("xyx") == 3);
  CHECK(set.skip("axy", 1) == 3);
  CHECK(set.skip("axy") == 0);
  CHECK(set.skip_back("axy", 3) == 1);
  CHECK(set.skip_back("xy", 2) == 0);
  CHECK(set.skip_back("xya", 3) == 3);
  CHECK(set.skip_back("xy", 0) == 0);
}

TEST_CASE("a search for one byte ends at the end of the text", "[detail]") {
  CHECK(find_or_end("abc", 'b', 0) == 1);
  CHECK(find_or_end("abc", 'a', 1) == 3);
  CHECK(find_or_end("", 'a', 0) == 0);
}

}  // namespace byte_set_test
