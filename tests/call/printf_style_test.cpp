#include <trace2/call/printf_style.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "support/catch.hpp"

namespace printf_style_test {

namespace {

[[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 1, 2)]] std::string text(char const* format, ...) {
  char room[64];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(room, sizeof room, format, values);
  va_end(values);
  return room;
}

}  // namespace

// The warnings of the compiler are the test; compile_fail/printf_argument is the other half.
TEST_CASE("a format may be what std::printf takes, without a warning") {
  CHECK(text("%zu %lld %jd %td %hhd %a", std::size_t{1}, 2LL, std::intmax_t{3}, std::ptrdiff_t{4},
             static_cast<signed char>(5), 0.5) == "1 2 3 4 5 0x1p-1");
}

}  // namespace printf_style_test
