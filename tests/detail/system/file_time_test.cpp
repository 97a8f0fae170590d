#include <trace2/detail/system/file_time.hpp>

#include <cstdio>

#include "support/catch.hpp"

namespace file_time_test {

TEST_CASE("the last change of a file is known to the microsecond") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  ::timespec const times[] = {{5, 0}, {1'234'567'890, 123'456'000}};
  REQUIRE(::futimens(::fileno(file), times) == 0);
  struct ::stat status {};
  REQUIRE(::fstat(::fileno(file), &status) == 0);
  CHECK(trace2::detail::changed_at(status) == 1'234'567'890'123'456);
  std::fclose(file);
}

}  // namespace file_time_test
