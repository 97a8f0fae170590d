#include <trace2/read/local_text.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <time.h>

namespace local_text_test {

using trace2::read::local_text;

TEST_CASE("a moment is shown in local time, in a form of strftime", "[read]") {
  support::scoped_variable const zone{"TZ", "XXX-2"};
  ::tzset();
  CHECK(local_text(946'684'800, "%Y-%m-%d") == "2000-01-01");
  CHECK(local_text(946'684'800, "%H:%M:%S") == "02:00:00");
  CHECK(local_text(-1, "%Y-%m-%d %H:%M:%S") == "1970-01-01 01:59:59");
}

TEST_CASE("a year that the system can't tell is shown as nothing", "[read]") {
  CHECK(local_text(INT64_MAX, "%Y").empty());
}

}  // namespace local_text_test
