#include <trace2/value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"
#include "support/random_text.hpp"

using trace2::repo_id;
using trace2::seconds;
using trace2::text;
using trace2::text_list;

TEST_CASE("a text that must last can't be made of a string that doesn't") {
  using trace2::lasting_text;
  static_assert(std::is_convertible_v<char const*, lasting_text>);
  static_assert(std::is_convertible_v<std::nullptr_t, lasting_text>);
  static_assert(std::is_convertible_v<std::string_view, lasting_text>);
  static_assert(std::is_convertible_v<std::string&, lasting_text>);
  static_assert(std::is_convertible_v<std::string const&, lasting_text>);
  static_assert(!std::is_convertible_v<std::string, lasting_text>);
  static_assert(!std::is_convertible_v<std::string const, lasting_text>);
  std::string const kept = "kept";
  lasting_text const shown = kept;
  CHECK(std::string_view{shown}.data() == kept.data());
}

TEST_CASE("nanoseconds are rounded as printf rounds them", "[R-TIME-05][R-TMR-07]") {
  auto const check = [](std::int64_t nanoseconds) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.6f", static_cast<double>(nanoseconds) / 1e9);
    std::string digits = expected;
    digits.erase(digits.find('.'), 1);
    CAPTURE(nanoseconds);
    CHECK(seconds::from_nanoseconds(nanoseconds).microseconds == std::atoll(digits.c_str()));
  };
  for (std::int64_t const nanoseconds :
       {0, 1, 499, 500, 501, 999, 1000, 1499, 1500, 1501, 2500, 3500, 999'999'500})
    check(nanoseconds);
  support::random_text random{{""}};
  for (int i = 0; i < 20'000; ++i) {
    auto const whole = static_cast<std::int64_t>(random.below(1U << 31)) * 1000;
    check(whole + static_cast<std::int64_t>(random.below(1000)));
    check(whole + 500);
  }
}

TEST_CASE("durations can be compared") {
  CHECK(seconds{5} == seconds{5});
  CHECK_FALSE(seconds{5} == seconds{6});
}

TEST_CASE("an absent text is not an empty one", "[R-PAR-05]") {
  CHECK(text{}.is_absent());
  CHECK(text{nullptr}.is_absent());
  CHECK(text{static_cast<char const*>(nullptr)}.is_absent());
  CHECK(text{std::string_view{}}.is_absent());
  CHECK_FALSE(text{""}.is_absent());
  CHECK_FALSE(text{std::string{}}.is_absent());
  CHECK_FALSE(text{std::string_view{""}}.is_absent());
}

TEST_CASE("a text is whatever the program has at hand") {
  std::string const owned{"own\0ed", 6};
  CHECK(std::string_view{text{"literal"}} == "literal");
  CHECK(std::string_view{text{owned}} == owned);
  CHECK(std::string_view{text{std::string_view{"view"}}} == "view");
  char const* const pointer = "pointer";
  CHECK(std::string_view{text{pointer}} == "pointer");
  struct path {
    operator std::string_view() const { return "converted"; }
  };
  CHECK(std::string_view{text{path{}}} == "converted");
}

TEST_CASE("where the wire demands a text an absent one is empty", "[R-DAT-06]") {
  CHECK(text{}.or_empty().data() != nullptr);
  CHECK(text{}.or_empty().empty());
  CHECK(text{"x"}.or_empty() == "x");
}

TEST_CASE("a list of texts is a range") {
  std::string_view const items[]{"a", "b"};
  std::string joined;
  for (std::string_view const item : text_list{items, 2}) joined += item;
  CHECK(joined == "ab");
  CHECK(text_list{}.empty());
  CHECK_FALSE(text_list{items, 1}.empty());
}

TEST_CASE("an event without repository is not one of an unregistered repository", "[R-REG-10]") {
  CHECK_FALSE(repo_id{}.has_value());
  CHECK(repo_id{repo_id::unregistered}.has_value());
  CHECK(repo_id{12345}.has_value());
}
