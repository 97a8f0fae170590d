#include <trace2/detail/text/json_text.hpp>

#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace json_text_test {

using namespace trace2::detail;

namespace {

std::string compact(std::string_view json) { return support::appended(append_compact_json, json); }

std::string nested(std::size_t depth, std::string_view open, std::string_view inside,
                   std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += inside;
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

}  // namespace

static_assert(is_json("{\"constant\":[true]}"));

TEST_CASE("JSON of every kind is accepted", "[detail][R-JSN-04]") {
  for (std::string_view const text : {"{}",
                                      "[]",
                                      "\"\"",
                                      "0",
                                      "true",
                                      "false",
                                      "null",
                                      " \t\r\n[ \t\r\n] \t\r\n",
                                      "{\n}",
                                      "{ \"a\" : 1 , \"b\" : [ ] }",
                                      "[1,2,[3,[4]],{\"a\":{}}]",
                                      "{\"a\":{\"b\":[{\"c\":null}]},\"a\":2}",
                                      "-0",
                                      "-1",
                                      "10",
                                      "1.0",
                                      "-1.25e10",
                                      "0e0",
                                      "1E+2",
                                      "1e-2",
                                      "0.000",
                                      "123456789012345678901234567890",
                                      "1e999",
                                      R"("\"\\\/\b\f\n\r\t\u0000\uaBcD")",
                                      R"("\ud83d\ude00")",
                                      "\"\x7f caf\xc3\xa9 \xf0\x9f\x98\x80 \xe2\x80\xa8\"",
                                      "[\"a\",\"b\"]"}) {
    CAPTURE(text);
    CHECK(is_json(text));
  }
}

TEST_CASE("everything else is refused", "[detail]") {
  for (std::string_view const text : {"",
                                      " ",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "[1",
                                      "[1,",
                                      "[1,]",
                                      "[,1]",
                                      "[1 2]",
                                      "[1]]",
                                      "[1}",
                                      "{]",
                                      "{1:2}",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{,}",
                                      "{\"a\" 1}",
                                      "{\"a\":1 \"b\":2}",
                                      "{a:1}",
                                      "{'a':1}",
                                      "[1];",
                                      "1 2",
                                      "[]{}",
                                      "nul",
                                      "nulll",
                                      "True",
                                      "NaN",
                                      "Infinity",
                                      "-",
                                      "+1",
                                      "01",
                                      "-01",
                                      ".5",
                                      "5.",
                                      "1.e1",
                                      "1e",
                                      "1e+",
                                      "0x1",
                                      "1_0",
                                      "\"",
                                      "\"a",
                                      "a\"",
                                      "'a'",
                                      "\"\\\"",
                                      "\"\\x\"",
                                      "\"\\a\"",
                                      "\"\\u\"",
                                      "\"\\u12\"",
                                      "\"\\u12g4\"",
                                      "\"\\U0041\"",
                                      "// x\n1",
                                      "[1]//",
                                      "\xef\xbb\xbf[]",
                                      "\xc2\xa0[]",
                                      "[\"a\",",
                                      "{\"a\":1",
                                      "\v1",
                                      "\f1",
                                      "undefined",
                                      "[true,fals]"}) {
    CAPTURE(text);
    CHECK(!is_json(text));
  }
}

TEST_CASE("control characters in strings and bytes outside UTF-8 are refused",
          "[detail][R-LIM-07]") {
  for (int c = 0; c < 0x20; ++c) CHECK(!is_json(std::string{'"', static_cast<char>(c), '"'}));
  CHECK(!is_json(std::string_view{"\0", 1}));
  CHECK(!is_json(std::string_view{"1\0", 2}));
  for (std::string_view const text :
       {"\"\xff\"", "\"\xc3\"", "\"\xe2\x82\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\xff"})
    CHECK(!is_json(text));
}

TEST_CASE("surrogate escapes must be a pair", "[detail]") {
  for (std::string_view const text :
       {R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\n")", R"("\ud83d\u0041")",
        R"("\ude00\ud83d")", R"("\ud83d\ud83d\ude00")", R"("\ud83d\u")", R"("\ud83d)"})
    CHECK(!is_json(text));
  CHECK(is_json(R"("\ud7ff\ue000")"));
  CHECK(is_json(R"("\ud800\udc00\udbff\udfff")"));
}

TEST_CASE("nesting is limited, and never a matter of the stack", "[detail]") {
  CHECK(is_json(nested(64, "[", "", "]")));
  CHECK(!is_json(nested(65, "[", "", "]")));
  CHECK(is_json(nested(64, "{\"a\":", "1", "}")));
  CHECK(!is_json(nested(65, "{\"a\":", "1", "}")));
  CHECK(is_json(nested(32, "[{\"a\":", "0", "}]")));
  CHECK(!is_json(nested(32, "[{\"a\":", "0", "]}")));
  CHECK(!is_json(nested(1'000'000, "[", "", "]")));
  CHECK(!is_json(std::string(1'000'000, '[')));
}

TEST_CASE("pretty JSON loses its line breaks and indentation only", "[detail][R-JSN-05]") {
  CHECK(compact("{\n  \"a\": 1,\n  \"sp\": \"two  spaces\"\n}") ==
        "{\"a\": 1,\"sp\": \"two  spaces\"}");
  CHECK(compact("{\n}") == "{}");
  CHECK(compact("[1, 2]") == "[1, 2]");
  CHECK(compact("") == "");
  CHECK(compact("\n\n  \n 1\n") == "1");
  CHECK(compact("[\n\t1\n]") == "[\t1]");
  CHECK(compact(R"(["a\n  b"])") == R"(["a\n  b"])");
}

TEST_CASE("carriage returns don't reach the line either", "[detail][R-EVT-01]") {
  CHECK(compact("{\r\n  \"a\": 1\r\n}\r\n") == "{\"a\": 1}");
  CHECK(compact("[\r  1\r]") == "[1]");
}

TEST_CASE("compact JSON is JSON on one line", "[detail][R-JSN-05]") {
  support::random_text random{{"{", "}", "[", "]", ",", ":", "\"a\"", "1", "\n", "\n  ", "\r\n",
                               " ", "\"\\n\"", "-1.5e3", "true", "[]", "{}", "\"a\":", "\t"}};
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string const text = random.next(9);
    bool const valid = is_json(text);
    accepted += valid;
    std::string const line = compact(text);
    CHECK(line.find_first_of("\r\n") == std::string::npos);
    if (valid && !is_json(line)) FAIL(text);
  }
  CHECK(accepted > 1000);
}

}  // namespace json_text_test
