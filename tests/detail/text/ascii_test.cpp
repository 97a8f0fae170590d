#include <trace2/detail/text/ascii.hpp>

#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace ascii_test {

using namespace trace2::detail;

TEST_CASE("letters and digits are those of ASCII in every locale", "[detail][ascii]") {
  for (int code = 0; code < 256; ++code) {
    char const c = static_cast<char>(code);
    CAPTURE(code);
    CHECK(is_upper(c) == (code >= 'A' && code <= 'Z'));
    CHECK(is_lower(c) == (code >= 'a' && code <= 'z'));
    CHECK(is_digit(c) == (code >= '0' && code <= '9'));
    CHECK(is_blank(c) == (std::string_view{" \t\n\r"}.find(c) != std::string_view::npos));
    CHECK(to_lower(c) == (is_upper(c) ? static_cast<char>(code - 'A' + 'a') : c));
    CHECK(to_upper(c) == (is_lower(c) ? static_cast<char>(code - 'a' + 'A') : c));
  }
}

TEST_CASE("texts are equal whatever the case of their letters", "[detail][ascii]") {
  CHECK(equal_ignoring_case("", ""));
  CHECK(equal_ignoring_case("aBc-1", "AbC-1"));
  CHECK_FALSE(equal_ignoring_case("ab", "abc"));
  CHECK_FALSE(equal_ignoring_case("[", "{"));
  CHECK_FALSE(equal_ignoring_case("\xc4", "\xe4"));
}

TEST_CASE("blanks are trimmed at both ends only", "[detail][ascii]") {
  CHECK(trimmed(" \t a b \r\n") == "a b");
  CHECK(trimmed(" \n ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("a list is split at every separator, its items trimmed, empty ones kept",
          "[detail][R-SET-15]") {
  auto const split = [](std::string_view list) {
    std::vector<std::string_view> items;
    for_each_item(list, ',', [&](std::string_view item) { items.push_back(item); });
    return items;
  };
  using items = std::vector<std::string_view>;
  CHECK(split("a") == items{"a"});
  CHECK(split(" a , b c,,d\t") == items{"a", "b c", "", "d"});
  CHECK(split("") == items{""});
  CHECK(split(",") == items{"", ""});
}

}  // namespace ascii_test
