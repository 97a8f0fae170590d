#include <trace2/detail/system/file_identity.hpp>

#include <cerrno>

#include "support/catch.hpp"
#include <fcntl.h>
#include <unistd.h>

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
