#include <trace2/detail/text/swar.hpp>

#include <cstddef>
#include <string>

#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace swar_test {

namespace swar = trace2::detail::swar;

TEST_CASE("marks are exact for every byte in every place", "[detail]") {
  for (std::size_t place = 0; place < swar::word_size; ++place) {
    for (int c = 0; c < 256; ++c) {
      CAPTURE(place, c);
      // Neighbours on both sides that a carry or a borrow would reach.
      for (char const neighbour : {'\0', '\x7f', '\xff', '"', '!'}) {
        std::string text(swar::word_size, neighbour);
        text[place] = static_cast<char>(c);
        swar::word const bytes = swar::load(text.data());
        std::string one(swar::word_size, '\0');
        one[place] = '\x80';
        swar::word const here = swar::load(one.data());
        CHECK(((swar::mark_equal(bytes, '"') & here) != 0) == (c == '"'));
        CHECK(((swar::mark_below(bytes, 0x20) & here) != 0) == (c < 0x20));
        CHECK(((swar::mark_below(bytes, 0x80) & here) != 0) == (c < 0x80));
        CHECK(((swar::mark_non_ascii(bytes) & here) != 0) == (c >= 0x80));
        CHECK((swar::mark_equal(bytes, '"') & ~swar::high_bits) == 0);
        CHECK((swar::mark_below(bytes, 0x20) & ~swar::high_bits) == 0);
      }
    }
  }
}

TEST_CASE("the first mark is the first in memory", "[detail]") {
  for (std::size_t place = 0; place < swar::word_size; ++place) {
    std::string text(swar::word_size, 'a');
    for (std::size_t i = place; i < swar::word_size; i += 2) text[i] = '=';
    CHECK(swar::first_marked(swar::mark_equal(swar::load(text.data()), '=')) == place);
  }
}

TEST_CASE("the nearer of two characters is found", "[detail]") {
  support::random_text random{{"a", "b", "c", "\xba", "\xbd", ":", "=", "abcdefgh"}};
  for (int i = 0; i < 5000; ++i) {
    std::string const text = random.next(12);
    std::size_t const from = random.below(text.size() + 1);
    std::size_t const expected = text.find_first_of(":=", from);
    CAPTURE(text, from);
    CHECK(swar::find_either(text, ':', '=', from) ==
          (expected == std::string::npos ? text.size() : expected));
  }
}

}  // namespace swar_test
