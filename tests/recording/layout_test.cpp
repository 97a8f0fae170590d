#include <trace2/recording/layout.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace layout_test {

using namespace trace2::detail::recording;

TEST_CASE("the first word of a short record holds kind, site and time") {
  std::uint64_t const head = short_head(kind::data_signed, 0xabcdef, 0xfedcba98);
  CHECK(kind_of(head) == kind::data_signed);
  CHECK(middle_of(head) == 0xabcdef);
  CHECK(upper_of(head) == 0xfedcba98);
}

TEST_CASE("the first word of any record says how long it is, also of unknown kinds") {
  CHECK(words_of(short_head(kind::region_enter, 1, 1)) == 1);
  CHECK(words_of(short_head(static_cast<kind>(0x3f), largest_number, 1)) == 1);
  CHECK(words_of(short_head(kind::time, 0, 0)) == 2);
  CHECK(words_of(short_head(static_cast<kind>(0x7f), 0, 0)) == 2);
  CHECK(words_of(long_head(kind::event, 77, 5)) == 77);
  CHECK(words_of(long_head(static_cast<kind>(0xff), largest_number, 5)) == largest_number);
}

TEST_CASE("no record begins with a word that is 0") {
  CHECK(short_head(kind::region_enter, 0, 0) != 0);
  CHECK(long_head(kind::state, 0, 0) != 0);
}

}  // namespace layout_test
