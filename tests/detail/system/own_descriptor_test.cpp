#include <trace2/detail/system/own_descriptor.hpp>

#include <cerrno>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace own_descriptor_test {

using trace2::detail::move_away;

TEST_CASE("a descriptor of the library takes no number that the program would get") {
  int const next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::close(next);
  int const own = move_away(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  REQUIRE(own >= (limit.rlim_cur < 1024 ? static_cast<int>(limit.rlim_cur) - 64 : 960));
  CHECK((::fcntl(own, F_GETFD) & FD_CLOEXEC) != 0);
  int const taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK(taken == next);
  ::close(taken);
  ::close(own);
}

TEST_CASE("a descriptor of the library never is a standard one", "[R-DST-09]") {
  CHECK(support::run_in_child([] {
          rlimit few{20, 20};
          ::setrlimit(RLIMIT_NOFILE, &few);
          for (int fd = 0; fd < 3; ++fd) ::close(fd);
          for (int i = 0; i < 3; ++i)
            if (move_away(::open("/dev/null", O_WRONLY | O_CLOEXEC)) < 3) return 1;
          return ::open("/dev/null", O_RDONLY) == 0 ? 0 : 2;
        }) == 0);
}

TEST_CASE("a descriptor of the library is out of the way where there are few numbers") {
  CHECK(support::run_in_child([] {
          rlimit few{200, 200};
          if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 2;
          return move_away(::open("/dev/null", O_WRONLY)) >= 136 ? 0 : 1;
        }) == 0);
}

TEST_CASE("a descriptor stays where it is when there is no better place") {
  CHECK(support::run_in_child([] {
          rlimit few{20, 20};
          ::setrlimit(RLIMIT_NOFILE, &few);
          int const opened = ::open("/dev/null", O_WRONLY);
          return move_away(opened) == opened ? 0 : 1;
        }) == 0);
}

TEST_CASE("a failure is passed on") { CHECK(move_away(-ENOENT) == -ENOENT); }

}  // namespace own_descriptor_test
