#include <trace2/value/detail/put.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace put_test {

using trace2::detail::put;

TEST_CASE("texts of all sizes are copied, and nothing behind them is touched", "[detail]") {
  std::string const source = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (std::size_t size = 0; size <= source.size(); ++size) {
    std::string text(source.size() + 1, '#');
    CAPTURE(size);
    CHECK(put(text.data(), std::string_view{source}.substr(0, size)) == text.data() + size);
    CHECK(text == source.substr(0, size) + std::string(text.size() - size, '#'));
  }
}

TEST_CASE("an absent text takes no room", "[detail]") {
  char c = '#';
  CHECK(put(&c, std::string_view{}) == &c);
  CHECK(c == '#');
}

TEST_CASE("characters, literals and texts follow one another", "[detail]") {
  char text[] = "##########";
  std::string_view const name = "name";
  CHECK(put(text, '"', name, "\":", ' ') == text + 8);
  CHECK(std::string_view{text} == "\"name\": ##");
}

}  // namespace put_test
