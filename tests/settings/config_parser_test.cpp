#include <trace2/settings/config_parser.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/git.hpp"
#include "support/temporary_directory.hpp"

namespace config_parser_test {

using trace2::detail::config_parser;

namespace {

struct parsed {
  std::string entries;  ///< as `git config --list -z` shows them, NUL as |
  int broken_line = 0;

  bool operator==(parsed const&) const = default;
};

std::ostream& operator<<(std::ostream& out, parsed const& result) {
  return out << result.entries << " broken at " << result.broken_line;
}

parsed parse(std::string_view text) {
  parsed result;
  config_parser entries{text};
  while (entries.next()) {
    result.entries += entries.key();
    if (entries.value().data() != nullptr) result.entries.append("\n").append(entries.value());
    result.entries += '|';
  }
  if (entries.broken()) result.broken_line = entries.line();
  return result;
}

}  // namespace

using namespace std::literals;

TEST_CASE("sections and keys are lower-cased, subsections are not",
          "[detail][R-SET-16][R-PAR-04]") {
  CHECK(parse("[Core]\n\tBare = True\n") == parsed{"core.bare\nTrue|"});
  CHECK(parse("[T \"Sub.X\"]\nKey=1\n") == parsed{"t.Sub.X.key\n1|"});
  CHECK(parse("[t.Sub]\nkey=1\n") == parsed{"t.sub.key\n1|"});
  CHECK(parse("[a-1 \"\"]\nb-2=1") == parsed{"a-1..b-2\n1|"});
  CHECK(parse("[a \"x\\\"y\\\\z\\q\"]b") == parsed{"a.x\"y\\zq.b|"});
}

TEST_CASE("an entry may follow its section on the same line", "[detail][R-SET-16]") {
  CHECK(parse("[a] b = c") == parsed{"a.b\nc|"});
  CHECK(parse("[a] [b] c = d # e") == parsed{"b.c\nd|"});
}

TEST_CASE("a key without value is not a key with an empty value", "[detail][R-PAR-05]") {
  config_parser entries{"[a]\nnone\nempty =\nquoted = \"\"\n"};
  REQUIRE(entries.next());
  CHECK(entries.value().data() == nullptr);
  for (int i = 0; i < 2; ++i) {
    REQUIRE(entries.next());
    CHECK(entries.value().data() != nullptr);
    CHECK(entries.value().empty());
  }
}

TEST_CASE("blanks around a value are dropped, blanks inside are kept", "[detail][R-SET-16]") {
  CHECK(parse("[a]b= \t x  y \t\n") == parsed{"a.b\nx  y|"});
  CHECK(parse("[a]b=\"  x  \"  \n") == parsed{"a.b\n  x  |"});
  CHECK(parse("[a]b=x \"\" \n") == parsed{"a.b\nx |"});
}

TEST_CASE("quotes toggle and protect comment signs", "[detail][R-SET-16]") {
  CHECK(parse("[a]b=x\"#;\"y;z\nc=1\n") == parsed{"a.b\nx#;y|a.c\n1|"});
  CHECK(parse("# one\n ; two\n[a] # three\nb=1") == parsed{"a.b\n1|"});
}

TEST_CASE("the escapes are few", "[detail][R-SET-16]") {
  CHECK(parse("[a]b=\\\\\\\"\\t\\n\\b") == parsed{"a.b\n\\\"\t\n\b|"});
  CHECK(parse("[a]c=1\nb=\\q\nd=1") == parsed{"a.c\n1|", 2});
  CHECK(parse("[a]b=\\x41") == parsed{"", 1});
}

TEST_CASE("a backslash continues the line", "[detail][R-SET-16]") {
  CHECK(parse("[a]b=x\\\n  y\n") == parsed{"a.b\nx  y|"});
  CHECK(parse("[a]b=\\\n  y\n") == parsed{"a.b\ny|"});
  CHECK(parse("[a]b=\"x\\\r\ny\"\n") == parsed{"a.b\nxy|"});
  CHECK(parse("[a]b=x\\") == parsed{"a.b\nx|"});
}

TEST_CASE("CR LF ends lines as LF does", "[detail][R-SET-16]") {
  CHECK(parse("[a]\r\nb=1\r\nc\r\n\r\n") == parsed{"a.b\n1|a.c|"});
  CHECK(parse("[a]b=\"x\ry\"") == parsed{"a.b\nx\ry|"});
}

TEST_CASE("a byte order mark is passed over at the start only", "[detail][R-SET-16]") {
  CHECK(parse("\xef\xbb\xbf[a]b=1") == parsed{"a.b\n1|"});
  CHECK(parse("\xef\xbb[a]b=1") == parsed{"", 1});
  CHECK(parse("[a]b=1\n\xef\xbb\xbf") == parsed{"a.b\n1|", 2});
}

TEST_CASE("what was read before an error counts, nothing behind it does", "[detail][R-SET-09]") {
  CHECK(parse("[a]\nb=1\n\n!\nc=2\n") == parsed{"a.b\n1|", 4});
  CHECK(parse("[a]b=\"x\nc=1\n") == parsed{"", 1});
  config_parser entries{"!\n[a]b=1\n"};
  CHECK_FALSE(entries.next());
  CHECK_FALSE(entries.next());
  CHECK(entries.line() == 1);
}

TEST_CASE("malformed sections and keys are errors", "[detail][R-SET-16]") {
  for (std::string_view const text :
       {"[]",         "[a",    "[a\n]", "[ a]", "[a \"b]",    "[a \"b\nc\"]", "[a \"b\\\n\"]",
        "[a \"b\" ]", "[a b]", "[a_b]", "[a]]", "1b=1",       "-b=1",         "b_c=1",
        "b c=1",      "b.c=1", "b # c", "=1",   "\xc3\xa4=1", "b\r=1",        "\v"}) {
    CAPTURE(text);
    CHECK(parse(std::string{text} + "\n[x]y=1\n") == parsed{"", 1});
  }
}

TEST_CASE("an entry knows its line", "[detail]") {
  config_parser entries{"[a]\r\nb=1\n\nc=x\\\ny\nd"};
  REQUIRE(entries.next());
  CHECK(entries.line() == 2);
  REQUIRE(entries.next());
  CHECK(entries.line() == 5);
  REQUIRE(entries.next());
  CHECK(entries.line() == 6);
}

TEST_CASE("NUL ends a text, as in C", "[detail]") {
  CHECK(parse("[a]b=x\0y\nc=z\n"sv) == parsed{"a.b\nx|a.c\nz|"});
  CHECK(parse("[a \"x\0y\"]b=z\n"sv) == parsed{"a.x\nz|"});
  CHECK(parse("[a]b\0=x\n"sv) == parsed{"", 1});
}

TEST_CASE("a long text of any bytes is read in one go", "[detail]") {
  std::string const value(1 << 20, 'v');
  std::string const text = "[a \"" + std::string(1 << 20, 's') + "\"]\nb=" + value + "\nc\n";
  config_parser entries{text};
  REQUIRE(entries.next());
  CHECK(entries.value() == value);
  REQUIRE(entries.next());
  CHECK(entries.key().size() == (1 << 20) + 4);
  CHECK_FALSE(entries.next());
  CHECK_FALSE(entries.broken());
}

namespace {

std::string random_config(std::mt19937& random) {
  static constexpr std::string_view pieces[] = {"[",
                                                "]",
                                                "[a]",
                                                "[Core]",
                                                "[a \"S\"]",
                                                "[a.B]",
                                                "[a.B \"x.y\"]",
                                                "\"",
                                                "\\",
                                                "\\\n",
                                                "\\\"",
                                                "\\t",
                                                "\\n",
                                                "\\q",
                                                "\n",
                                                "\n",
                                                "\r\n",
                                                "\r",
                                                " ",
                                                "  ",
                                                "=",
                                                " = ",
                                                "key",
                                                "K2-",
                                                "val",
                                                "x y",
                                                "#",
                                                ";",
                                                "1",
                                                "-",
                                                ".",
                                                "_",
                                                "\xc3\xa9",
                                                "\xff",
                                                "\v",
                                                "\xef\xbb\xbf",
                                                "=v\n",
                                                "b=c\n",
                                                "[a]\n",
                                                "k = v # c\n",
                                                "flag\n",
                                                "k=\"\"\n",
                                                "\tk =v \r\n",
                                                "k = a\\\n  b\n",
                                                "k=\"a\\\nb\"\n",
                                                "Key=  \"q  q\" ; c\n",
                                                "[a \"x\\\"y\"]\n"};
  auto const below = [&](std::size_t limit) { return random() % limit; };
  std::string text = below(4) != 0 ? "[a]" : "";
  for (std::size_t i = 1 + below(12); i-- > 0;) text += pieces[below(std::size(pieces))];
  return text;
}

/// Some versions of Git turn a tab or carriage return inside a value into a space.
std::string with_plain_blanks(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  std::replace(text.begin(), text.end(), '\r', ' ');
  return text;
}

}  // namespace

TEST_CASE("random texts are read as the installed Git reads them", "[detail][R-SET-16]") {
  if (!support::has_git()) return;
  support::temporary_directory const directory;
  std::mt19937 random{2};
  int broken = 0;
  for (int i = 0; i < 250; ++i) {
    std::string const text = random_config(random);
    CAPTURE(text);
    directory.write("f", text);
    auto git =
        support::run(directory.path(), "git config --file f --no-includes --list -z 2>/dev/null");
    std::replace(git.output.begin(), git.output.end(), '\0', '|');
    parsed const ours = parse(text);
    CHECK(with_plain_blanks(ours.entries) == with_plain_blanks(git.output));
    CHECK((ours.broken_line != 0) == (git.code != 0));
    broken += ours.broken_line != 0;
  }
  CHECK(broken > 25);
  CHECK(broken < 225);
}

}  // namespace config_parser_test
