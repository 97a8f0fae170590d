#include <trace2/read/json_cursor.hpp>

#include <cstddef>
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

namespace string_end_test {

namespace {

/// A byte that isn't plain, at every `distance`th place.
std::string text_of(std::size_t size, std::size_t distance, char special) {
  std::string text(size, 'a');
  for (std::size_t at = distance; at < size; at += distance + 1) text[at] = special;
  return text;
}

bool is_special(char c) noexcept {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

/// Whether all searches find what a look at each byte finds, when each begins `step` bytes behind
/// the place that the one before has found.
bool finds_all(std::string_view text, std::size_t step) {
  trace2::read::special_finder specials;
  char const* const end = text.data() + text.size();
  for (char const* at = text.data();;) {
    char const* expected = at;
    while (expected != end && !is_special(*expected)) ++expected;
    if (specials.next(at, end) != expected) return false;
    if (static_cast<std::size_t>(end - expected) < step) return true;
    at = expected + step;
  }
}

}  // namespace

TEST_CASE("the next quote, backslash or control character is found, however far it is", "[read]") {
  constexpr std::size_t distances[] = {0, 1, 5, 15, 16, 40, 63, 64, 65, 130};
  constexpr std::size_t steps[] = {1, 2, 17, 70};
  for (std::size_t size = 0; size < 200; ++size)
    for (std::size_t const distance : distances)
      for (char const special : {'"', '\\', '\0', '\x1f', '\n'})
        for (std::size_t const step : steps)
          if (!finds_all(text_of(size, distance, special), step))
            FAIL(size << " bytes, distance " << distance << ", step " << step);
}

TEST_CASE("blanks and bytes beyond ASCII are plain", "[read]") {
  std::string const text = std::string(70, '\xff') + " \x7f\x80" + std::string(70, '!');
  trace2::read::special_finder specials;
  CHECK(specials.next(text.data(), text.data() + text.size()) == text.data() + text.size());
}

TEST_CASE("an empty text has an end", "[read]") {
  trace2::read::special_finder specials;
  CHECK(specials.next(nullptr, nullptr) == nullptr);
}

}  // namespace string_end_test
