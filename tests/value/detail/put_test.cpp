#include <trace2/value/detail/put.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>
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

namespace digits_test {

using trace2::detail::decimal_size;
using trace2::detail::put_decimal;
using trace2::detail::put_digits;

namespace {

template <int Digits>
void check(std::uint32_t value) {
  char expected[16];
  std::snprintf(expected, sizeof expected, "%0*u", Digits, value);
  char text[] = "##########";
  CAPTURE(value);
  CHECK(put_digits<Digits>(text, value) == text + Digits);
  CHECK(std::string_view{text, Digits} == expected);
  CHECK(text[Digits] == '#');
}

template <class Integer>
void check_decimal(Integer value) {
  char text[trace2::detail::max_decimal_size + 1];
  CHECK(std::string(text, put_decimal(text, value)) == std::to_string(value));
}

}  // namespace

TEST_CASE("numbers have leading zeros and exactly the width", "[detail][R-TIME-01]") {
  for (std::uint32_t value = 0; value < 100; ++value) check<2>(value);
  for (std::uint32_t value = 0; value < 10'000; value += 7) check<4>(value);
  char text[6];
  bool all_read_back = true;
  for (std::uint32_t value = 0; value < 1'000'000; ++value) {
    std::uint32_t read = 0;
    put_digits<6>(text, value);
    for (char const digit : text) read = 10 * read + static_cast<std::uint32_t>(digit - '0');
    all_read_back &= read == value;
  }
  CHECK(all_read_back);
  for (std::uint32_t value : {0u, 1u, 9u, 10u, 99u, 100u, 99'999u, 100'000u, 123'456u, 999'999u})
    check<6>(value);
}

TEST_CASE("numbers without leading zeros look as usual", "[detail][R-HOST-06]") {
  for (std::uint64_t value = 1; value <= std::numeric_limits<std::uint64_t>::max() / 10;
       value *= 10)
    for (std::uint64_t const near : {value - 1, value, value + 1, 5 * value, 7 * value + 3}) {
      check_decimal(near);
      CHECK(decimal_size(near) == std::to_string(near).size());
    }
  for (int value = -1100; value <= 1100; ++value) check_decimal(value);
  check_decimal(std::numeric_limits<std::uint64_t>::max());
  check_decimal(std::numeric_limits<std::int64_t>::max());
  check_decimal(std::numeric_limits<std::int64_t>::min());
  check_decimal(std::numeric_limits<signed char>::min());
}

}  // namespace digits_test
