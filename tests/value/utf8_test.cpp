#include <trace2/value/utf8.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace utf8_test {

using trace2::utf8_character;
using trace2::utf8_character_at;

namespace {

/// By the definition: bits in the order of significance, in the least number of bytes.
std::string encoded(char32_t c) {
  auto const tail = [c](int bits) { return static_cast<char>(0x80 | (c >> bits & 0x3f)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xc0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

std::vector<std::size_t> ill_formed_sizes(std::string_view text) {
  std::vector<std::size_t> sizes;
  for (std::size_t at = 0; at < text.size();) {
    utf8_character const character = utf8_character_at(text, at);
    if (!character.is_well_formed()) sizes.push_back(character.size);
    at += character.size;
  }
  return sizes;
}

using sizes = std::vector<std::size_t>;

}  // namespace

TEST_CASE("every code point but the surrogates is well-formed and read back",
          "[detail][R-JSN-02]") {
  for (char32_t c = 0; c < 0x110000; ++c) {
    utf8_character const character = utf8_character_at(encoded(c), 0);
    bool const surrogate = c >= 0xd800 && c < 0xe000;
    bool const right = surrogate ? !character.is_well_formed()
                                 : character.code_point == c && character.size == encoded(c).size();
    if (!right) FAIL("U+" << std::hex << static_cast<unsigned>(c));
  }
  CHECK(!utf8_character_at(encoded(0x110000), 0).is_well_formed());
}

TEST_CASE("characters are found in the middle of a text", "[detail]") {
  CHECK(utf8_character_at("a\xc3\xa9z", 1).code_point == 0xe9);
  CHECK(utf8_character_at("a\xc3\xa9z", 3).code_point == 'z');
}

// The examples of the Unicode Standard, section 3.9, "U+FFFD Substitution of Maximal Subparts".
TEST_CASE("ill-formed text is divided into maximal subparts", "[detail][R-LIM-07]") {
  CHECK(ill_formed_sizes("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41") == sizes{1, 1, 1, 1, 1, 1, 1, 1});
  CHECK(ill_formed_sizes("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41") == sizes{1, 1, 1, 1, 1, 1, 1, 1});
  CHECK(ill_formed_sizes("\xf4\x91\x92\x93\xff\x41\x80\xbf\x42") == sizes{1, 1, 1, 1, 1, 1, 1});
  CHECK(ill_formed_sizes("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41") == sizes{2, 1, 3, 2});
}

TEST_CASE("a character that the end of the text cuts off is one ill-formed piece", "[detail]") {
  CHECK(ill_formed_sizes("\xc3") == sizes{1});
  CHECK(ill_formed_sizes("\xe2\x82") == sizes{2});
  CHECK(ill_formed_sizes("\xf0\x9f\x98") == sizes{3});
}

TEST_CASE("bytes behind the first of a character continue it", "[detail]") {
  CHECK(trace2::continues_character('\xa9'));
  CHECK(trace2::continues_character('\x80'));
  CHECK_FALSE(trace2::continues_character('\xc3'));
  CHECK_FALSE(trace2::continues_character('a'));
}

}  // namespace utf8_test
