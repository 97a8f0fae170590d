#include "output/utc_text.hpp"

#include <trace2/detail/time/utc_time.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace utc_text_test {

using trace2::program::utc_text;

TEST_CASE("a moment is told as EVENT lines do, with the rest of a microsecond cut", "[R-TIME-02]") {
  CHECK(utc_text(moment_ns(0)) == "1970-01-01T00:00:00.000000Z");
  CHECK(utc_text(moment_ns(949'322'096'000'001'999)) == "2000-01-31T12:34:56.000001Z");
  CHECK(utc_text(moment_ns(-1)) == "1969-12-31T23:59:59.999999Z");
}

TEST_CASE("it is the writer's text in the whole range of moments", "[R-TIME-02]") {
  using limits = std::numeric_limits<std::int64_t>;
  for (std::int64_t at : {limits::min(), limits::max(), std::int64_t{951'782'399'999'999'999},
                          std::int64_t{951'782'400'000'000'000}}) {
    CAPTURE(at);
    std::int64_t const microseconds = at / 1'000 - (at % 1'000 < 0 ? 1 : 0);
    char text[trace2::detail::max_time_size];
    std::string const expected{text, put(text, trace2::detail::utc_time{microseconds})};
    CHECK(utc_text(moment_ns(at)) == expected);
  }
}

}  // namespace utc_text_test
