#include <trace2/detail/system/posix.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace posix_test {

namespace {

using trace2::detail::posix;

}  // namespace

TEST_CASE("a call that signals interrupt is made again, but not for ever") {
  int calls = 0;
  CHECK(posix::retry([&] { return ++calls < 4 ? -EINTR : 17; }) == 17);
  CHECK(calls == 4);
  CHECK(posix::retry([&] { return ++calls, -EAGAIN; }) == -EAGAIN);
  CHECK(calls == 5);

  struct stepping {
    static std::int64_t monotonic_nanoseconds() noexcept {
      static std::int64_t now = 0;
      return now += 1'000'000;
    }
  };
  calls = 0;
  CHECK(posix::retry<stepping>([&] { return ++calls, -EINTR; }) == -EINTR);
  CHECK(calls > 30);
  CHECK(calls < 50);
}

TEST_CASE("a failure is a negated errno value") {
  char c = 0;
  struct ::stat status;
  CHECK(posix::write(-1, "x") == -EBADF);
  CHECK(posix::read(-1, &c, 1) == -EBADF);
  CHECK(posix::open("/nonexistent/file", O_RDONLY) == -ENOENT);
  CHECK(posix::close(-1) == -EBADF);
  CHECK(posix::fstat(-1, status) == -EBADF);
  CHECK(posix::stat("/nonexistent/file", status) == -ENOENT);
  CHECK(posix::getcwd(&c, 1) == -ERANGE);
  CHECK_FALSE(posix::is_terminal(-1));
  CHECK(posix::strerror(ENOENT) == std::string_view{"No such file or directory"});
}

TEST_CASE("a file is opened, written, read and closed") {
  support::temporary_directory const directory;
  std::string const path = directory / "file";
  int const fd = posix::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  REQUIRE(fd >= 0);
  CHECK(posix::write(fd, "text") == 4);
  CHECK(::lseek(fd, 0, SEEK_SET) == 0);
  char room[8];
  CHECK(posix::read(fd, room, sizeof room) == 4);
  CHECK(std::string_view(room, 4) == "text");
  struct ::stat by_descriptor;
  struct ::stat by_path;
  CHECK(posix::fstat(fd, by_descriptor) == 0);
  CHECK(posix::stat(path.c_str(), by_path) == 0);
  CHECK(by_descriptor.st_ino == by_path.st_ino);
  CHECK(posix::close(fd) == 0);
  CHECK(posix::close(fd) == -EBADF);

  char resolved[PATH_MAX];
  CHECK(posix::realpath((directory / "./file").c_str(), resolved) == 0);
  CHECK(resolved == path);
}

TEST_CASE("a thread that is to be cancelled survives a write") {
  ssize_t written = 0;
  std::thread thread{[&] {
    ::pthread_cancel(::pthread_self());
    int const fd = [] {
      int before = 0;
      ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
      int const opened = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      ::pthread_setcancelstate(before, nullptr);
      return opened;
    }();
    written = posix::write(fd, "line\n");
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    ::close(fd);
  }};
  thread.join();
  CHECK(written == 5);
}

TEST_CASE("an object of a path that nobody has loaded is not loaded to stay") {
  // Nothing can be unloaded in a program that is linked without ::dlopen.
  bool const is_static = trace2::detail::find_loaded("dlopen") == nullptr;
  CHECK(posix::stay_loaded("/no such object") == is_static);
  CHECK(::dlopen("/no such object", RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

TEST_CASE("a process knows itself and its parent") {
  int const own = posix::getpid();
  CHECK(own == ::getpid());
  CHECK(support::run_in_child([&] { return posix::getppid() == own ? 0 : 1; }) == 0);
  char name[256];
  CHECK(posix::gethostname(name, sizeof name) == 0);
}

TEST_CASE("random bytes differ from call to call, and fill all of the room") {
  std::array<unsigned char, 64> one{};
  std::array<unsigned char, 64> other{};
  REQUIRE(posix::getentropy(one.data(), one.size()) == 0);
  REQUIRE(posix::getentropy(other.data(), other.size()) == 0);
  CHECK(one != other);
  // 24 zeros in a row occur once in 2^192 calls.
  CHECK(std::any_of(one.end() - 24, one.end(), [](unsigned char byte) { return byte != 0; }));
}

TEST_CASE("more random bytes than the system gives at once are refused") {
  std::array<unsigned char, 257> room{};
  CHECK(posix::getentropy(room.data(), room.size()) == -EIO);
}

}  // namespace posix_test
