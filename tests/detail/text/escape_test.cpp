#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_text.hpp>

#include <cstdio>
#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace escape_test {

using namespace trace2::detail;
using trace2::buffer;
using trace2::utf8_character;
using trace2::utf8_character_at;

namespace {

std::string json_string(std::string_view text) {
  return support::appended(append_json_string, text);
}
std::string terminal_safe(std::string_view text) {
  return support::appended(append_terminal_safe, text);
}

/// Rule R-JSN-01, byte by byte.
std::string escaped_ascii(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\f':
      return "\\f";
    case '\b':
      return "\\b";
    default:
      break;
  }
  char text[8];
  std::snprintf(text, sizeof text, c < 0x20 ? "\\u%04x" : "%c", c);
  return text;
}

/// The text without the escapes of `append_json_string`, by an independent reading of them.
std::string unescaped(std::string_view json) {
  json = json.substr(1, json.size() - 2);
  std::string text;
  while (!json.empty()) {
    char c = json[0];
    std::size_t size = 1;
    if (c == '\\') {
      size = 2;
      constexpr std::string_view letters = "\"\\nrtfb";
      if (std::size_t const i = letters.find(json[1]); i != letters.npos) {
        c = "\"\\\n\r\t\f\b"[i];
      } else {
        c = static_cast<char>(std::stoi(std::string{json.substr(2, 4)}, nullptr, 16));
        size = 6;
      }
    }
    text += c;
    json.remove_prefix(size);
  }
  return text;
}

}  // namespace

TEST_CASE("JSON escapes of all ASCII characters are those of Git", "[detail][R-JSN-01][R-JSN-02]") {
  for (int i = 1; i < 0x80; ++i) {
    char const c = static_cast<char>(i);
    CAPTURE(i);
    CHECK(json_string({&c, 1}) == '"' + escaped_ascii(c) + '"');
  }
  CHECK(json_string({"\0", 1}) == "\"\\u0000\"");
}

TEST_CASE("escapes stand in the right place at every offset and size", "[detail][R-JSN-01]") {
  for (std::size_t size = 0; size < 40; ++size) {
    CHECK(json_string(std::string(size, 'a')) == '"' + std::string(size, 'a') + '"');
    for (std::size_t place = 0; place < size; ++place) {
      for (char const special : {'"', '\\', '\n', '\x1f', '\x7f'}) {
        std::string text(size, 'a');
        text[place] = special;
        std::string const expected = '"' + std::string(place, 'a') + escaped_ascii(special) +
                                     std::string(size - place - 1, 'a') + '"';
        CHECK(json_string(text) == expected);
      }
    }
  }
}

TEST_CASE("well-formed UTF-8 passes unchanged", "[detail][R-JSN-02]") {
  for (std::string_view const text :
       {"caf\xc3\xa9", "\xe2\x80\xa8 and \xe2\x80\xa9", "\xf0\x9f\x98\x80", "\x7f/", "\xef\xbf\xbd",
        "\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6\xd0\xb6"})
    CHECK(json_string(text) == '"' + std::string{text} + '"');
}

TEST_CASE("every ill-formed piece becomes one U+FFFD", "[detail][R-LIM-07]") {
#define FFFD "\xef\xbf\xbd"
  CHECK(json_string("\xff") == "\"" FFFD "\"");
  CHECK(json_string("a\xe9"
                    "b") == "\"a" FFFD "b\"");
  CHECK(json_string("\xf0\x9f\x98 \xc3\x28") == "\"" FFFD " " FFFD "(\"");
  CHECK(json_string("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41") == "\"" FFFD FFFD FFFD FFFD "A\"");
  CHECK(json_string("\xed\xa0\x80") == "\"" FFFD FFFD FFFD "\"");
  CHECK(json_string("\xc3\xa9\xff\xc3\xa9") == "\"\xc3\xa9" FFFD "\xc3\xa9\"");
#undef FFFD
}

TEST_CASE("what is appended comes behind what is there", "[detail]") {
  buffer out;
  out.append("{\"event\":");
  append_json_string(out, "a\nb");
  append_json_escaped(out, "");
  append_json_escaped(out, {});
  append_json_escaped(out, "c\"");
  CHECK(out.view() == "{\"event\":\"a\\nb\"c\\\"");
}

TEST_CASE("any bytes become a JSON string in UTF-8", "[detail][R-JSN-01][R-LIM-07]") {
  auto pieces = support::all_bytes();
  for (char const* const piece : {"plain text ", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"})
    pieces.insert(pieces.end(), 40, piece);
  support::random_text random{pieces};
  for (int i = 0; i < 20'000; ++i) {
    std::string const text = random.next(30);
    std::string const json = json_string(text);
    if (!is_json(json)) FAIL(json);
    // A string that is well-formed already loses nothing.
    if (is_json('"' + unescaped(json) + '"')) CHECK(json_string(unescaped(json)) == json);
  }
}

TEST_CASE("escaped text is read back", "[detail][R-JSN-01]") {
  auto pieces = support::all_bytes();
  pieces.resize(0x80);
  pieces.insert(pieces.end(), 60, "\xc3\xa9");
  support::random_text random{pieces};
  for (int i = 0; i < 5000; ++i) {
    std::string const text = random.next(30);
    CHECK(unescaped(json_string(text)) == text);
  }
}

TEST_CASE("clean text is shown on a terminal as it is", "[detail]") {
  for (std::string_view const text :
       {"", "12:34:56.000000 main.cpp:12 start 'a b'", "one\ttwo",
        "caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x91\xa9", "C:\\x", "line\n", "\n"})
    CHECK(terminal_safe(text) == text);
}

TEST_CASE("a terminal gets no control character", "[detail]") {
  CHECK(terminal_safe("\x1b[31mred\x07") == "\\x1b[31mred\\x07");
  CHECK(terminal_safe("a\r\nb\n") == "a\\r\\nb\n");
  CHECK(terminal_safe("a\n\n") == "a\\n\n");
  CHECK(terminal_safe({"\0", 1}) == "\\x00");
  CHECK(terminal_safe("\x7f") == "\\x7f");
  CHECK(terminal_safe("\xc2\x9b"
                      "0m") == "\\u009b0m");
  CHECK(terminal_safe("\x9b"
                      "0m") == "\\x9b0m");
  CHECK(terminal_safe("caf\xe9") == "caf\\xe9");
  CHECK(terminal_safe("\xe2\x82") == "\\xe2\\x82");
}

TEST_CASE("a terminal shows what reorders or breaks lines", "[detail]") {
  CHECK(terminal_safe("\xe2\x80\xa8|\xe2\x80\xa9") == "\\u2028|\\u2029");
  CHECK(terminal_safe("\xe2\x80\xaa|\xe2\x80\xab|\xe2\x80\xac|\xe2\x80\xad|\xe2\x80\xae") ==
        "\\u202a|\\u202b|\\u202c|\\u202d|\\u202e");
  CHECK(terminal_safe("\xe2\x81\xa6|\xe2\x81\xa7|\xe2\x81\xa8|\xe2\x81\xa9") ==
        "\\u2066|\\u2067|\\u2068|\\u2069");
  CHECK(terminal_safe("\xe2\x80\x8e|\xe2\x80\x8f|\xd8\x9c") == "\\u200e|\\u200f|\\u061c");
}

TEST_CASE("any bytes are safe on a terminal, and stay so", "[detail]") {
  auto pieces = support::all_bytes();
  for (char const* const piece : {"text ", "\xc2\x9b", "\xe2\x80\xae", "\xc3\xa9"})
    pieces.insert(pieces.end(), 40, piece);
  support::random_text random{pieces};
  for (int i = 0; i < 10'000; ++i) {
    std::string const text = random.next(30);
    std::string const safe = terminal_safe(text);
    CHECK(terminal_safe(safe) == safe);
    std::string_view line = safe;
    if (line.ends_with('\n')) line.remove_suffix(1);
    for (std::size_t at = 0; at < line.size();) {
      utf8_character const character = utf8_character_at(line, at);
      bool const safe_here =
          character.is_well_formed() && !is_unsafe_on_terminal(character.code_point);
      if (!safe_here) FAIL(safe);
      at += character.size;
    }
  }
}

}  // namespace escape_test
