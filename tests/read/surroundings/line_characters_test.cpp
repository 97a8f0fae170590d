#include <trace2/read/surroundings/line_characters.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace line_characters_test {

namespace around = trace2::read::surroundings;

namespace {

template <class Append>
std::string made_by(Append append, std::string_view text) {
  std::string made = "<";
  append(made, text);
  return made.substr(1);
}

}  // namespace

TEST_CASE("escape sequences of colours, links and erasing are taken away", "[read]") {
  CHECK(made_by(around::append_without_escapes, "\x1b[1;31mred\x1b[0m\x1b[K \x1b(B.") == "red .");
  CHECK(made_by(around::append_without_escapes, "\x1b]8;;http://a\x1b\\link\x1b]8;;\aend") ==
        "linkend");
  CHECK(made_by(around::append_without_escapes, "a\x1b") == "a\x1b");
  CHECK(made_by(around::append_without_escapes, "a\x1b[") == "a\x1b[");
  CHECK_FALSE(around::has_escape("a\x1b and no more"));
}

TEST_CASE("many beginnings of links take no long time", "[read]") {
  std::string text;
  for (int i = 0; i < 500'000; ++i) text += "\x1b]";
  CHECK(made_by(around::append_without_escapes, text) == text);
  CHECK_FALSE(around::has_escape(text));
}

TEST_CASE("blanks of web pages become blanks, and what has no width goes", "[read]") {
  CHECK(made_by(around::append_with_plain_blanks, "a\xc2\xa0 b\xe2\x80\x8b\xef\xbb\xbf") == "a  b");
  CHECK(made_by(around::append_with_plain_blanks, "\xc3\xa9\xe2\x82\xac\xc2") ==
        "\xc3\xa9\xe2\x82\xac\xc2");
  CHECK_FALSE(around::has_odd_blank("\xe2\x82\xac"));
}

TEST_CASE("the source of a web page becomes the text that it shows", "[read]") {
  auto const shown = [](std::string_view text) {
    return made_by(around::append_as_shown_by_page, text);
  };
  CHECK(shown("&quot;a&#39;b&#x27;&amp;lt;&nbsp;c&quot;") == "\"a'b'&lt; c\"");
  CHECK(shown("<pre>a<br />b</pre>") == "ab");
  CHECK(shown("&#8364;&#x1F600;") == "\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(shown("a & b && c &x; &#0; &#xd800; < d <1>") == "a & b && c &x; &#0; &#xd800; < d <1>");
}

TEST_CASE("backslashes of Markdown go, others stay", "[read]") {
  CHECK(made_by(around::append_unescaped, R"(a \| b\_c d:\e\)") == R"(a | b_c d:\e\)");
}

}  // namespace line_characters_test
