#include <trace2/process/stretch.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace stretch_test {

using namespace trace2::detail;

TEST_CASE("a stretch is empty unless it ends behind its beginning", "[detail]") {
  CHECK(stretch{}.is_empty());
  CHECK(stretch{3, 3}.is_empty());
  CHECK(stretch{4, 3}.is_empty());
  CHECK(!stretch{3, 4}.is_empty());
}

TEST_CASE("a search without match ends at the end", "[detail]") {
  CHECK(find_or_end("abc", 'b', 0) == 1);
  CHECK(find_or_end("abc", 'a', 1) == 3);
  CHECK(find_or_end("", 'a', 0) == 0);
}

TEST_CASE("a string ends at its quote, whatever is escaped in it", "[detail]") {
  auto const content = [](std::string_view text, std::size_t escapes) {
    std::size_t const begin = escapes + 1;
    return text.substr(begin, string_end(text, begin, text[escapes], escapes) - begin);
  };
  CHECK(content(R"("ab"c")", 0) == "ab");
  CHECK(content(R"("a\"b"c")", 0) == R"(a\"b)");
  CHECK(content(R"("a\\"b")", 0) == R"(a\\)");
  CHECK(content(R"(\"ab\"c)", 1) == "ab");
  CHECK(content(R"(\"a\\\"b\"c)", 1) == R"(a\\\"b)");
  CHECK(content(R"(\"ab"c)", 1) == "ab");
  CHECK(content(R"('ab)", 0) == "ab");
  CHECK(content(R"(")", 0) == "");
}

TEST_CASE("backslashes in front of a quote belong to the quote", "[detail]") {
  CHECK(without_escapes(R"(ab\")", {0, 3}) == 2);
  CHECK(without_escapes(R"(ab\ )", {0, 3}) == 3);
  CHECK(without_escapes(R"(ab)", {0, 2}) == 2);
  CHECK(without_escapes(R"(\\")", {1, 2}) == 1);
}

}  // namespace stretch_test
