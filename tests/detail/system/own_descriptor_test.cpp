#include <trace2/detail/system/own_descriptor.hpp>

#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/child.hpp"

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

namespace file_identity_test {

using trace2::detail::file_identity;
using trace2::detail::move_away;
inline constexpr int own_mark = static_cast<int>(trace2::detail::own_mark);

namespace {

int open_null(int flags) { return ::open("/dev/null", O_WRONLY | O_CLOEXEC | flags); }

}  // namespace

TEST_CASE("a number names the same file until it is given to another one") {
  for (int const flags : {0, own_mark}) {
    int const fd = move_away(open_null(flags));
    REQUIRE(fd >= 0);
    file_identity<> identity;
    trace2::detail::file_status status;
    REQUIRE(identity.remember(fd, status) == 0);
    CHECK(status.is_character_device());
    CHECK(identity.find_change(fd) == 0);
    CHECK(identity.find_change_of_own(fd) == 0);

    int const other = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    REQUIRE(::dup2(other, fd) == fd);
    CHECK(identity.find_change(fd) == ESTALE);
    CHECK(identity.find_change_of_own(fd) == ESTALE);
    ::close(fd);
    CHECK(identity.find_change(fd) == EBADF);
    CHECK(identity.find_change_of_own(fd) == EBADF);
    ::close(other);
  }
}

TEST_CASE("another file of the library at the same number is another file") {
  int const fd = move_away(open_null(own_mark));
  file_identity<> identity;
  REQUIRE(identity.remember(fd) == 0);
  ::close(fd);
  int const next = move_away(::open("/dev/full", O_WRONLY | O_CLOEXEC | own_mark));
  REQUIRE(next == fd);
  CHECK(identity.find_change_of_own(fd) == ESTALE);
  ::close(next);
}

TEST_CASE("a file that isn't marked is compared as a whole") {
  int const fd = open_null(0);
  file_identity<> identity;
  REQUIRE(identity.remember(fd) == 0);
  int const other = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(::fcntl(other, F_GETFL) == ::fcntl(fd, F_GETFL));
  REQUIRE(::dup2(other, fd) == fd);
  CHECK(identity.find_change_of_own(fd) == ESTALE);
  ::close(fd);
  ::close(other);
}

TEST_CASE("a number without a file has no identity") {
  file_identity<> identity;
  CHECK(identity.remember(-1) == EBADF);
}

}  // namespace file_identity_test
