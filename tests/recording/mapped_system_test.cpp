#include <trace2/detail/system/features.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_system.hpp>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

TEST_CASE("a file in memory is told from one on a disk") {
  int const memory = ::memfd_create("mapped_system_test", MFD_CLOEXEC);
  CHECK(mapped_system::is_in_memory(memory) == static_cast<bool>(TRACE2_DETAIL_HAS_LINUX));
  CHECK_FALSE(mapped_system::is_in_memory(-1));
  int const other = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  CHECK_FALSE(mapped_system::is_in_memory(other));
  ::close(memory);
  ::close(other);
}

#if TRACE2_DETAIL_HAS_LINUX
namespace {

/// Kernels before 5.14 can't. Asked with other memory, as it would map the file's.
bool can_populate() {
  constexpr int populate_write = 23;
  void* const other =
      ::mmap(nullptr, granule, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool const can = ::madvise(other, granule, populate_write) == 0;
  ::munmap(other, granule);
  return can;
}

/// Not as sanitizers have it done: their own memory would fault.
[[gnu::noinline]] __attribute__((no_sanitize("thread", "address"))) void store_into_each(
    char volatile* pages, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) pages[i * granule] = '1';
}

}  // namespace

TEST_CASE("stores into pages that were faulted in at once fault no more") {
  constexpr std::size_t pages = 64;
  auto const faults = [] {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
  };
  char path[] = "mapped_system_test.XXXXXX";
  int const files[] = {::memfd_create("mapped_system_test", MFD_CLOEXEC), ::mkstemp(path)};
  ::unlink(path);
  for (int const fd : files) {
    REQUIRE(mapped_system::reserve(fd, 0, pages * granule) == 0);
    char* const bytes = mapped_system::map(fd, pages * granule);
    REQUIRE(bytes != nullptr);
    if (can_populate()) {
      mapped_system::populate(bytes, pages * granule, mapped_system::is_in_memory(fd));
      auto const before = faults();
      store_into_each(bytes, pages);
      CHECK(faults() - before < static_cast<long>(pages / 2));
    }
    mapped_system::unmap(bytes, pages * granule);
    ::close(fd);
  }
}
#endif

TEST_CASE("a disk that is full within a page has no room for the page") {
  CHECK(support::run_in_child([] {
          int const fd = ::memfd_create("mapped_system_test", MFD_CLOEXEC);
          rlimit const most{3 * granule / 2, RLIM_INFINITY};
          ::setrlimit(RLIMIT_FSIZE, &most);
          ::alarm(10);
          return -mapped_system::reserve(fd, 0, 2 * granule);
        }) == ENOSPC);
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
  mapped_system::set_permissions(fd, 0440);
  struct ::stat status {};
  REQUIRE(::fstat(fd, &status) == 0);
  CHECK((status.st_mode & 07777) == 0440);
  ::close(fd);
}

}  // namespace mapped_system_test
