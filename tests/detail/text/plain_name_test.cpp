#include <trace2/detail/text/plain_name.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace plain_name_test {

using trace2::detail::is_plain_name;
using namespace std::string_view_literals;

TEST_CASE("letters of all languages, blanks and marks make a plain name") {
  STATIC_REQUIRE(is_plain_name("cache_lookup"));
  STATIC_REQUIRE(is_plain_name("a b-c.d/e|f:g'h"));
  STATIC_REQUIRE(is_plain_name("gr\xc3\xb6\xc3\x9f"
                               "e \xe2\x82\xac \xf0\x9f\x98\x80"));
}

TEST_CASE("what a line of EVENT or a terminal can't take as it is makes no name") {
  STATIC_REQUIRE_FALSE(is_plain_name(""));
  STATIC_REQUIRE_FALSE(is_plain_name("a\"b"));
  STATIC_REQUIRE_FALSE(is_plain_name("a\\b"));
  STATIC_REQUIRE_FALSE(is_plain_name("a\n"));
  STATIC_REQUIRE_FALSE(is_plain_name("\tb"));
  STATIC_REQUIRE_FALSE(is_plain_name("a\0b"sv));
  STATIC_REQUIRE_FALSE(is_plain_name("a\x1b[m"));
  STATIC_REQUIRE_FALSE(is_plain_name("\x7f"));
  STATIC_REQUIRE_FALSE(is_plain_name("\xc2\x85"));      // next line
  STATIC_REQUIRE_FALSE(is_plain_name("\xe2\x80\xae"));  // right-to-left override
  STATIC_REQUIRE_FALSE(is_plain_name("gr\xf6\xdf"));    // Latin-1
  STATIC_REQUIRE_FALSE(is_plain_name("\xe2\x82"));      // cut
  STATIC_REQUIRE_FALSE(is_plain_name("\xed\xa0\x80"));  // a surrogate
}

}  // namespace plain_name_test
