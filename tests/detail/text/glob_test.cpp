#include <trace2/detail/text/glob.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace glob_test {

using trace2::detail::glob;
using trace2::detail::letter_case;
using trace2::detail::slashes;

namespace {

bool matches(std::string_view pattern, std::string_view text) {
  return glob{pattern}.matches(text);
}

bool matches_any_case(std::string_view pattern, std::string_view text) {
  return glob{pattern, letter_case::ignored}.matches(text);
}

bool matches_path(std::string_view pattern, std::string_view text) {
  return glob{pattern, letter_case::significant, slashes::separating}.matches(text);
}

}  // namespace

TEST_CASE("a pattern is matched against the whole text", "[detail][glob][R-PAR-03]") {
  CHECK(matches("core.bare", "core.bare"));
  CHECK_FALSE(matches("core", "core.bare"));
  CHECK_FALSE(matches("bare", "core.bare"));
  CHECK_FALSE(matches("core.bare.", "core.bare"));
  CHECK(matches("", ""));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("a", ""));
}

TEST_CASE("a star matches any run, dots and slashes included", "[detail][glob][R-PAR-03]") {
  CHECK(matches("*", ""));
  CHECK(matches("*", "remote.a/b.url"));
  CHECK(matches("remote.*.url", "remote.a/b.c.url"));
  CHECK(matches("*.url", "remote.url.url"));
  CHECK(matches("a**b*", "ab"));
  CHECK_FALSE(matches("remote.*.url", "remote.url"));
  CHECK_FALSE(matches("*.url", "remote.urls"));
}

TEST_CASE("a question mark matches one byte", "[detail][glob][R-PAR-03]") {
  CHECK(matches("a?c", "a.c"));
  CHECK(matches("?", "\xff"));
  CHECK_FALSE(matches("?", ""));
  CHECK_FALSE(matches("?", "\xc3\xa4"));
  CHECK(matches("*?", "ab"));
}

TEST_CASE("a class holds its members, ranges and named classes", "[detail][glob][R-PAR-03]") {
  CHECK(matches("[abc]", "b"));
  CHECK_FALSE(matches("[abc]", "d"));
  CHECK(matches("[a-c]x", "bx"));
  CHECK(matches("[a-c-]", "-"));
  CHECK(matches("[-a]", "-"));
  CHECK(matches("[]a]", "]"));
  CHECK(matches("[]-a]", "_"));
  CHECK(matches("[[]", "["));
  CHECK(matches("[a\\]b]", "]"));
  CHECK(matches("[\\a-\\c]", "b"));
  CHECK(matches("[\x80-\xff]", "\xc3"));
  CHECK(matches("[[:digit:][:space:]]", "7"));
  CHECK(matches("[[:digit:]x]", "x"));
  CHECK_FALSE(matches("[[:alpha:]]", "7"));
  CHECK(matches("[[:alpha:]-c]", "-"));
}

TEST_CASE("a class is negated by ! and ^", "[detail][glob][R-PAR-03]") {
  CHECK(matches("[!a]", "b"));
  CHECK(matches("[^a-c]", "d"));
  CHECK_FALSE(matches("[!a]", "a"));
  CHECK_FALSE(matches("[!]a]", "]"));
  CHECK_FALSE(matches("[!a]", ""));
}

TEST_CASE("every named class is that of C", "[detail][glob]") {
  auto const members = [](std::string_view name) {
    std::string found;
    for (int c = 1; c < 128; ++c)
      if (matches("[[:" + std::string{name} + ":]]", std::string(1, static_cast<char>(c))))
        found += static_cast<char>(c);
    return found;
  };
  std::string const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string const lower = "abcdefghijklmnopqrstuvwxyz";
  std::string const digit = "0123456789";
  CHECK(members("upper") == upper);
  CHECK(members("lower") == lower);
  CHECK(members("digit") == digit);
  CHECK(members("alpha") == upper + lower);
  CHECK(members("alnum") == digit + upper + lower);
  CHECK(members("xdigit") == digit + "ABCDEFabcdef");
  CHECK(members("blank") == "\t ");
  CHECK(members("space") == "\t\n\v\f\r ");
  CHECK(members("cntrl").size() == 32);
  CHECK(members("punct").size() == 32);
  CHECK(members("graph").size() == 94);
  CHECK(members("print").size() == 95);
}

TEST_CASE("what is malformed matches nothing", "[detail][glob]") {
  for (std::string_view const pattern : {"[", "[a", "[]", "[!", "[!]", "[a-", "[a\\", "[[:alpha:",
                                         "[[:alpha:]", "[[:none:]]", "[[::]]", "\\", "a\\"}) {
    CAPTURE(pattern);
    CHECK_FALSE(matches(pattern, "a"));
    CHECK_FALSE(matches(pattern, pattern));
  }
}

TEST_CASE("a backslash takes away the meaning of the next byte", "[detail][glob][R-PAR-03]") {
  CHECK(matches("\\*", "*"));
  CHECK_FALSE(matches("\\*", "a"));
  CHECK(matches("\\a\\?", "a?"));
  CHECK(matches("\\[a]", "[a]"));
}

TEST_CASE("the case of letters counts only if asked for", "[detail][glob][R-PAR-03]") {
  CHECK_FALSE(matches("Core", "core"));
  CHECK(matches_any_case("CORE.*", "core.Bare"));
  CHECK(matches_any_case("t.sub.key", "t.Sub.key"));
  CHECK(matches_any_case("[A-C]", "b"));
  CHECK(matches_any_case("[a-c]", "B"));
  CHECK(matches_any_case("[[:upper:]]", "b"));
  CHECK_FALSE(matches_any_case("[!B]", "b"));
  CHECK_FALSE(matches_any_case("[", "{"));
}

TEST_CASE("hostile patterns take no exponential time", "[detail][glob]") {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  std::string const text(5000, 'a');
  CHECK(matches(pattern, text));
  CHECK_FALSE(matches(pattern + "b", text));
  CHECK_FALSE(matches(pattern + "[", text));
}

TEST_CASE("a class of many seeming names takes linear time", "[detail][glob]") {
  constexpr std::size_t most = 1'000'000;
  for (std::string_view const end : {"", "]", ":]"}) {
    std::string names;
    while (names.size() < most) names.append("[:");
    names.append(end);
    CHECK(support::takes_linear_time(100'000, [&names](std::size_t size) {
      matches(std::string_view{names}.substr(most - size), "x");
    }));
  }
}

TEST_CASE("wildcards of a path stop at slashes", "[detail][glob]") {
  CHECK(matches_path("/a/*/c", "/a/b/c"));
  CHECK_FALSE(matches_path("/a/*", "/a/b/c"));
  CHECK_FALSE(matches_path("/a?b", "/a/b"));
  CHECK_FALSE(matches_path("/a[!b]b", "/a/b"));
  CHECK_FALSE(matches_path("/a[/]b", "/a/b"));
  CHECK(matches_path("*a*/*b*", "xax/yby"));
}

TEST_CASE("two stars in a path match any number of its components", "[detail][glob]") {
  for (std::string_view const path : {"/a/c", "/a/b/c", "/a/b/b/c"})
    CHECK(matches_path("/a/**/c", path));
  CHECK_FALSE(matches_path("/a/**/c", "/ac"));
  CHECK_FALSE(matches_path("/a/**/c", "/a/bc"));
  CHECK(matches_path("**/c", "c"));
  CHECK(matches_path("**/c", "/a/b/c"));
  CHECK(matches_path("/a/**", "/a/b/c"));
  CHECK(matches_path("/a/**", "/a/"));
  CHECK_FALSE(matches_path("/a/**", "/a"));
  CHECK(matches_path("**", "/a/b"));
  CHECK(matches_path("**/b*/**/x?", "a/b/b1/c/xx/xy"));
  CHECK(matches_path("**/*b/c", "ab/xb/c"));
  CHECK_FALSE(matches_path("a**c", "a/c"));
}

TEST_CASE("hostile path patterns take no exponential time", "[detail][glob]") {
  std::string pattern;
  std::string text;
  for (int i = 0; i < 100; ++i) pattern += "**/*a*/";
  for (int i = 0; i < 2000; ++i) text += "aa/";
  CHECK(matches_path(pattern + "**", text));
  CHECK_FALSE(matches_path(pattern + "b", text));
}

}  // namespace glob_test
