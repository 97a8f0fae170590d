#include <trace2/read/json_cursor.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace json_cursor_test {

using trace2::read::json_cursor;

namespace {

json_cursor cursor_of(std::string_view text) { return {text.data(), text.data() + text.size()}; }

/// The rest behind a string, from behind its first quote on; "no string" without one.
std::string behind_string(std::string_view text, bool has_escapes = false) {
  json_cursor here = cursor_of(text);
  bool found = false;
  if (!here.string(found)) return "no string";
  CHECK(found == has_escapes);
  return {here.at, here.end};
}

}  // namespace

TEST_CASE("a string ends at its quote, wherever that stands", "[read]") {
  for (std::size_t size = 0; size < 70; ++size) {
    std::string const plain(size, 'x');
    CHECK(behind_string(plain + "\",\"rest\"") == ",\"rest\"");
    CHECK(behind_string(plain + R"(\"x\\","rest")", true) == ",\"rest\"");
    CHECK(behind_string(plain + R"(\uD83d\uDe00")", true).empty());
    CHECK(behind_string(plain) == "no string");
    CHECK(behind_string(plain + "\\") == "no string");
    CHECK(behind_string(plain + "\\u12") == "no string");
    CHECK(behind_string(plain + "\\u12g4\"") == "no string");
    CHECK(behind_string(plain + "\\x\"") == "no string");
    CHECK(behind_string(plain + "\n\"") == "no string");
    CHECK(behind_string(plain + "\xff\x80\x7f\"").empty());
  }
}

TEST_CASE("a cursor never passes its end", "[read]") {
  json_cursor here = cursor_of(std::string_view{"12"}.substr(0, 1));
  CHECK(here.number());
  CHECK(here.at == here.end);
  CHECK_FALSE(here.number());
  CHECK_FALSE(here.take_next('2'));
  CHECK_FALSE(here.take('2'));
  CHECK_FALSE(cursor_of("tru").word("true"));
}

}  // namespace json_cursor_test
