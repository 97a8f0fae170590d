#include <trace2/detail/system/fork_watch.hpp>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace fork_watch_test {

using trace2::detail::fork_count;
using trace2::detail::watch_forks;

TEST_CASE("each generation of forked children has a number of its own") {
  watch_forks();
  watch_forks();
  unsigned const own = fork_count::current();
  CHECK(own != 0);
  CHECK(support::run_in_child([&] {
          if (fork_count::current() != own + 1) return 1;
          return support::result_of(
              support::start_child([&] { return fork_count::current() == own + 2 ? 0 : 2; }));
        }) == 0);
  CHECK(fork_count::current() == own);
}

}  // namespace fork_watch_test
