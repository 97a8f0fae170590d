#include <trace2/detail/text/fixed_text.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace fixed_text_test {

namespace {

struct key {
  static constexpr std::string_view text() { return ",\"key\":"; }
};
struct nothing {
  static constexpr std::string_view text() { return ""; }
};
struct with_zero {
  static constexpr std::string_view text() { return {"a\0b", 3}; }
};

}  // namespace

TEST_CASE("texts are joined at compile time") {
  using trace2::detail::joined_text;
  static_assert(joined_text<key, nothing, key>.view() == ",\"key\":,\"key\":");
  static_assert(joined_text<with_zero, key>.view() == std::string_view{"a\0b,\"key\":", 10});
  CHECK(joined_text<key>.view() == ",\"key\":");
}

TEST_CASE("a literal is a text of its size, and is written where there is room") {
  using trace2::detail::fixed_text;
  constexpr fixed_text name{"name"};
  static_assert(name.view() == "name");
  char text[] = "######";
  CHECK(put(text, name) == text + 4);
  CHECK(std::string_view{text} == "name##");
}

TEST_CASE("the same texts are joined once") {
  using trace2::detail::joined_text;
  CHECK(&joined_text<key, with_zero> == &joined_text<key, with_zero>);
}

}  // namespace fixed_text_test
