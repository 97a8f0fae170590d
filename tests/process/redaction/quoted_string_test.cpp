#include <trace2/process/redaction/quoted_string.hpp>

#include <cstddef>
#include <string_view>

#include "support/catch.hpp"

namespace quoted_string_test {

using namespace trace2::detail;

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

}  // namespace quoted_string_test
