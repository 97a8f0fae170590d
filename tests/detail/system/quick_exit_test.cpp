#include <trace2/detail/system/quick_exit.hpp>

#include <cstdlib>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <unistd.h>

namespace quick_exit_test {

TEST_CASE("std::quick_exit calls the function") {
  CHECK(support::run_in_child([]() -> int {
          trace2::detail::call_at_quick_exit([] { ::_exit(7); });
          std::quick_exit(0);
        }) == 7);
}

}  // namespace quick_exit_test
