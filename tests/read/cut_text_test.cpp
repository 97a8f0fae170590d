#include <trace2/read/cut_text.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace cut_text_test {

using trace2::read::cut_text;
using trace2::read::cut_text_visibly;

TEST_CASE("a text is cut between two characters", "[read]") {
  CHECK(cut_text("abc", 3) == "abc");
  CHECK(cut_text("abc", 2) == "ab");
  CHECK(cut_text("a\u20acb", 4) == "a\u20ac");
  CHECK(cut_text("a\u20acb", 3) == "a");
  CHECK(cut_text("a\u20acb", 2) == "a");
  CHECK(cut_text("\u20ac", 2).empty());
  CHECK(cut_text("", 0).empty());
}

TEST_CASE("text that is no UTF-8 is cut near the limit", "[read]") {
  CHECK(cut_text("\x80\x80\x80\x80\x80\x80\x80\x80", 6).size() == 3);
}

TEST_CASE("a visible cut says that something is missing", "[read]") {
  CHECK(cut_text_visibly("abc", 3) == "abc");
  CHECK(cut_text_visibly("abcd", 3) == "abc\u2026");
}

}  // namespace cut_text_test
