#include <trace2/value/text.hpp>

#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace text_test {

using trace2::text;

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

TEST_CASE("a text that must last knows whether it does") {
  using trace2::lasting_text;
  std::string const string = "string";
  char array[] = "array";
  CHECK(lasting_text{"literal"}.lasts());
  CHECK(lasting_text{string}.lasts());
  CHECK(lasting_text{}.lasts());
  CHECK_FALSE(lasting_text{string.c_str()}.lasts());
  CHECK_FALSE(lasting_text{std::string_view{string}}.lasts());
  CHECK_FALSE(lasting_text{array}.lasts());
  lasting_text same{"literal"};
  lasting_text const copy = same;
  CHECK(copy.lasts());
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
  struct string {
    char const* data() const { return "foreign"; }
    int size() const { return 7; }
  };
  CHECK(std::string_view{text{string{}}} == "foreign");
}

TEST_CASE("where the wire demands a text an absent one is empty", "[R-DAT-06]") {
  CHECK(text{}.or_empty().data() != nullptr);
  CHECK(text{}.or_empty().size() == 0);
  CHECK(std::string_view{text{"x"}.or_empty()} == "x");
}

TEST_CASE(
    "a text becomes a view where one is wanted, and nothing that owns or is of another kind") {
  static_assert(std::is_convertible_v<text, std::string_view>);
  static_assert(!std::is_convertible_v<text, std::string>);
  static_assert(!std::is_convertible_v<text, char const*>);
  static_assert(!std::is_convertible_v<text, bool>);
  static_assert(!std::is_convertible_v<text, std::wstring_view>);
  static_assert(std::string_view{text{"at compile time"}} == "at compile time");
  std::string_view const view = text{};
  CHECK(view.data() == nullptr);
  CHECK(std::string{text{"copied"}} == "copied");
}

TEST_CASE("a text is not made of what is none") {
  struct numbers {
    int const* data() const { return nullptr; }
    std::size_t size() const { return 0; }
  };
  static_assert(!std::is_convertible_v<numbers, text>);
  static_assert(!std::is_convertible_v<std::wstring, text>);
  static_assert(!std::is_convertible_v<int, text>);
}

TEST_CASE("what makes a copy of its text is none") {
  struct copies_its_text {
    std::string native() const { return "gone"; }
  };
  static_assert(!std::is_convertible_v<copies_its_text, text>);
}

}  // namespace text_test
