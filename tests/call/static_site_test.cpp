#include <trace2/call/static_site.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace static_site_test {

using trace2::text;
using trace2::detail::literal;
using trace2::detail::static_site;

namespace {

constexpr std::string_view named = "named";
constexpr char const array[] = "array";

template <class Text>
bool is_literal_there(Text const& shown) {
  return __builtin_constant_p(literal(shown));
}

}  // namespace

TEST_CASE("a site knows its place and its names") {
  static constinit static_site site{"category", "label"};
  int const line = __LINE__ - 1;
  CHECK(site.category() == "category");
  CHECK(site.label() == "label");
  CHECK(std::string_view{site.at().file}.ends_with("static_site_test.cpp"));
  CHECK(site.at().line == line);
  CHECK(site.number.load_relaxed() == 0);
}

TEST_CASE("a site with a message knows its format too") {
  static constinit trace2::detail::message_site site{"category", "label", "%d files"};
  int const line = __LINE__ - 1;
  CHECK(site.label() == "label");
  CHECK(site.at().line == line);
  CHECK(std::string_view{site.format} == "%d files");
}

TEST_CASE("an absent name stays absent") {
  static constinit static_site site{nullptr, ""};
  CHECK(site.category().data() == nullptr);
  CHECK(site.label().data() != nullptr);
}

TEST_CASE("literals are told from everything else at compile time") {
  static_assert(__builtin_constant_p(literal("text")));
  static_assert(
      __builtin_constant_p(literal("two "
                                   "parts")));
  static_assert(__builtin_constant_p(literal(named)));
  [[maybe_unused]] constexpr char local[] = "local";
  std::string const string = "string";
  char const* const pointer = string.c_str();
  static_assert(!__builtin_constant_p(literal(array)));  // an object, not a literal
  static_assert(!__builtin_constant_p(literal(local)));
  static_assert(!__builtin_constant_p(literal(string)));
  static_assert(!__builtin_constant_p(literal(pointer)));
  static_assert(!__builtin_constant_p(literal(string.substr(1))));
  CHECK_FALSE(is_literal_there(string));
}

TEST_CASE("what a site has no room for is no literal") {
  static_assert(__builtin_constant_p(literal("text", 65535)));
  static_assert(!__builtin_constant_p(literal("text", 65536)));
#define TRACE2_TEST_TEXT_OF_64 "0123456789012345678901234567890123456789012345678901234567890123"
#define TRACE2_TEST_TEXT_OF_192 TRACE2_TEST_TEXT_OF_64 TRACE2_TEST_TEXT_OF_64 TRACE2_TEST_TEXT_OF_64
  static_assert(__builtin_constant_p(literal(TRACE2_TEST_TEXT_OF_192)));
  static_assert(!__builtin_constant_p(literal(TRACE2_TEST_TEXT_OF_192 TRACE2_TEST_TEXT_OF_64)));
}

TEST_CASE("a site is as large as compilers align it anyway") { CHECK(sizeof(static_site) == 32); }

}  // namespace static_site_test
