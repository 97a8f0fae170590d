#include <trace2/detail/text/json_escape.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace json_escape_test {

using trace2::detail::json_escape_at;

TEST_CASE("an escape has a character and a size", "[detail]") {
  CHECK(json_escape_at(R"(\n")", 0).character == U'\n');
  CHECK(json_escape_at(R"(\n")", 0).size == 2);
  CHECK(json_escape_at(R"(x\")", 1).character == U'"');
  CHECK(json_escape_at(R"(\u00E9)", 0).character == U'\u00e9');
  CHECK(json_escape_at(R"(\u00e9)", 0).size == 6);
}

TEST_CASE("a surrogate pair is one character, its halves are none", "[detail]") {
  auto const pair = json_escape_at(R"(\ud83d\ude00)", 0);
  CHECK(pair.character == U'\U0001f600');
  CHECK(pair.size == 12);
  CHECK_FALSE(pair.is_half());
  for (std::string_view const text : {R"(\ud83d)", R"(\ude00)", R"(\ud83dx)", R"(\ud83d\n)",
                                      R"(\ud83d\u0041)", R"(\ud83d\ud83d)"}) {
    CAPTURE(text);
    CHECK(json_escape_at(text, 0).is_half());
    CHECK(json_escape_at(text, 0).size == 6);
  }
}

TEST_CASE("everything else is no escape", "[detail]") {
  for (std::string_view const text :
       {R"(\)", R"(\x)", R"(\u)", R"(\u12)", R"(\u12g4)", R"(\U0041)"}) {
    CAPTURE(text);
    CHECK(json_escape_at(text, 0).size == 0);
  }
}

}  // namespace json_escape_test
