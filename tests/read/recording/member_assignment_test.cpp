#include <trace2/read/recording/member_assignment.hpp>

#include <cstdint>
#include <string_view>

#include "support/catch.hpp"

namespace member_assignment_test {

using trace2::data_value;
using trace2::duration;
using trace2::read::recording::assign;

TEST_CASE("a value is stored where that loses nothing", "[read]") {
  int number = 7;
  CHECK(assign(number, std::uint64_t{8}));
  CHECK(number == 8);
  CHECK_FALSE(assign(number, std::int64_t{1} << 40));
  CHECK_FALSE(assign(number, true));
  CHECK_FALSE(assign(number, std::string_view{"9"}));
  CHECK(number == 8);

  duration time{};
  CHECK(assign(time, 0.25));
  CHECK(time == duration::microseconds(250'000));
  CHECK_FALSE(assign(time, 1e300));

  data_value value;
  CHECK(assign(value, std::int64_t{4}));
  std::string_view text;
  CHECK(assign(text, std::string_view{"t"}));
  CHECK(text == "t");
  CHECK_FALSE(assign(text, 1.5));
}

}  // namespace member_assignment_test
