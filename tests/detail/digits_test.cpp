#include <trace2/detail/digits.hpp>

#include <cstdint>
#include <cstdio>
#include <string_view>

#include "support/catch.hpp"

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

}  // namespace

TEST_CASE("numbers have leading zeros and exactly the width", "[detail][R-TIME-01]") {
  for (std::uint32_t value = 0; value < 100; ++value) check<2>(value);
  for (std::uint32_t value = 0; value < 10'000; value += 7) check<4>(value);
  for (std::uint32_t value : {0u, 1u, 9u, 10u, 99u, 100u, 99'999u, 100'000u, 123'456u, 999'999u})
    check<6>(value);
}
