#include <trace2/detail/system/errno_guard.hpp>

#include <cerrno>

#include "support/catch.hpp"

namespace errno_guard_test {

TEST_CASE("errno is as before behind the guard", "[detail]") {
  errno = EDOM;
  {
    trace2::detail::errno_guard const guard;
    errno = ENOENT;
  }
  CHECK(errno == EDOM);
}

}  // namespace errno_guard_test
