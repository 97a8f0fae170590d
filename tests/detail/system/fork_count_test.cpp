#include <trace2/detail/system/fork_count.hpp>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace fork_count_test {

using trace2::detail::fork_count;

TEST_CASE("each generation of forked children has a number of its own") {
  fork_count::watch();
  fork_count::watch();
  unsigned const own = fork_count::current();
  CHECK(own != 0);
  CHECK(support::run_in_child([&] {
          if (fork_count::current() != own + 1) return 1;
          return support::result_of(
              support::start_child([&] { return fork_count::current() == own + 2 ? 0 : 2; }));
        }) == 0);
  CHECK(fork_count::current() == own);
}

}  // namespace fork_count_test
