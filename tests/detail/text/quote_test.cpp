#include <trace2/detail/text/quote.hpp>

#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"
#include "support/git.hpp"
#include "support/random_text.hpp"

namespace quote_test {

namespace {

std::string shell_word(std::string_view text) {
  return support::appended(trace2::detail::append_quoted, text);
}

}  // namespace

TEST_CASE("plain words are not quoted", "[detail][R-QUO-01]") {
  for (std::string_view const text :
       {"status", "--porcelain=v2", "a/b.c", "1+1", "x:y@z_w^", "a,b", "-", "0"})
    CHECK(shell_word(text) == text);
}

TEST_CASE("whatever a shell could read differently is put in quotes", "[detail][R-QUO-01]") {
  CHECK(shell_word("") == "''");
  CHECK(shell_word({}) == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("$x") == "'$x'");
  CHECK(shell_word("~") == "'~'");
  CHECK(shell_word("a%b") == "'a%b'");
  CHECK(shell_word("\\") == "'\\'");
}

TEST_CASE("quotes and exclamation marks are each closed and reopened", "[detail][R-QUO-02]") {
  CHECK(shell_word("a''b") == R"('a'\'''\''b')");
  CHECK(shell_word("'!'") == R"(''\'''\!''\''')");
  CHECK(shell_word("it's") == R"('it'\''s')");
  CHECK(shell_word("!") == R"(''\!'')");
}

TEST_CASE("bytes outside ASCII are quoted and control bytes are kept", "[detail][R-QUO-03]") {
  CHECK(shell_word("caf\xc3\xa9") == "'caf\xc3\xa9'");
  CHECK(shell_word("a\nb\x01") == "'a\nb\x01'");
}

TEST_CASE("only the bytes that the rule names stay without quotes", "[detail][R-QUO-01]") {
  std::string const plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+,-./:=@_^";
  for (int c = 0; c < 256; ++c) {
    std::string const text(1, static_cast<char>(c));
    CAPTURE(c);
    CHECK((shell_word(text) == text) == (plain.find(text) != std::string::npos));
  }
}

TEST_CASE("a redacted URL is always quoted", "[detail][R-QUO-06]") {
  CHECK(shell_word("https://u:<REDACTED>@h/") == "'https://u:<REDACTED>@h/'");
}

TEST_CASE("a shell reads back what was quoted", "[detail][R-QUO-01]") {
  support::random_text random{{"a", "'", "!", "\\", "\"", " ", "$HOME", "`", "\n", "*", "\xe9"}};
  std::string expected;
  std::string script = "printf '%s|'";
  for (int i = 0; i < 200; ++i) {
    std::string const text = random.next(6);
    script += " " + shell_word(text);
    expected += text + "|";
  }
  CHECK(support::run("/", script).output == expected);
}

}  // namespace quote_test
