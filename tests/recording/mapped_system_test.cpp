#include <trace2/detail/system/features.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_system.hpp>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <string_view>

#include "support/catch.hpp"
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mapped_system_test {

using namespace trace2::detail::recording;

TEST_CASE("a reserved part of a file is there, and full of zeros") {
  int const fd = ::memfd_create("mapped_system_test", MFD_CLOEXEC);
  REQUIRE(mapped_system::reserve(fd, granule, 40 * granule) == 0);
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(41 * granule));
  char* const bytes = mapped_system::map(fd, 41 * granule);
  REQUIRE(bytes != nullptr);
  CHECK(std::string_view{bytes, 41 * granule}.find_first_not_of('\0') == std::string_view::npos);
  mapped_system::punch(fd, granule, 40 * granule);
  if (TRACE2_DETAIL_HAS_LINUX) CHECK(::lseek(fd, granule, SEEK_DATA) == -1);
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(41 * granule));
  mapped_system::unmap(bytes, 41 * granule);
  ::close(fd);
}

TEST_CASE("a part that can't be reserved is an error") {
  CHECK(mapped_system::reserve(-1, 0, granule) == -EBADF);
}

TEST_CASE("the path of the program is known where the system tells it") {
  char room[PATH_MAX];
  CHECK(mapped_system::program(room, sizeof room).substr(0, 1) ==
        (TRACE2_DETAIL_HAS_LINUX ? "/" : ""));
}

TEST_CASE("the permission bits of a file can be set") {
  int const fd = ::memfd_create("mapped_system_test", MFD_CLOEXEC);
  mapped_system::set_mode(fd, 0440);
  struct ::stat status {};
  REQUIRE(::fstat(fd, &status) == 0);
  CHECK((status.st_mode & 07777) == 0440);
  ::close(fd);
}

}  // namespace mapped_system_test
