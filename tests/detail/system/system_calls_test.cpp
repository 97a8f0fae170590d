#include <trace2/detail/system/system_calls.hpp>

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

namespace system_calls_test {

namespace {

using trace2::detail::open_mode;
using trace2::detail::system_calls;

}  // namespace

TEST_CASE("a call that signals interrupt is made again, but not for ever") {
  int calls = 0;
  CHECK(system_calls::retry([&] { return ++calls < 4 ? -EINTR : 17; }) == 17);
  CHECK(calls == 4);
  CHECK(system_calls::retry([&] { return ++calls, -EAGAIN; }) == -EAGAIN);
  CHECK(calls == 5);

  struct stepping {
    static std::int64_t monotonic_nanoseconds() noexcept {
      static std::int64_t now = 0;
      return now += 1'000'000;
    }
  };
  calls = 0;
  CHECK(system_calls::retry<stepping>([&] { return ++calls, -EINTR; }) == -EINTR);
  CHECK(calls > 30);
  CHECK(calls < 50);
}

TEST_CASE("a failure is a negated errno value") {
  char c = 0;
  trace2::detail::file_status status;
  CHECK(system_calls::write(-1, "x") == -EBADF);
  CHECK(system_calls::read(-1, &c, 1) == -EBADF);
  CHECK(system_calls::open("/nonexistent/file", open_mode::read) == -ENOENT);
  CHECK(system_calls::close(-1) == -EBADF);
  CHECK(system_calls::status(-1, status) == -EBADF);
  CHECK(system_calls::status("/nonexistent/file", status) == -ENOENT);
  CHECK(system_calls::getcwd(&c, 1) == -ERANGE);
  CHECK_FALSE(system_calls::is_terminal(-1));
  CHECK(system_calls::strerror(ENOENT) == std::string_view{"No such file or directory"});
}

TEST_CASE("a file is opened, written, read and closed") {
  support::temporary_directory const directory;
  std::string const path = directory / "file";
  int const fd = system_calls::open(path.c_str(), open_mode::read_and_write | open_mode::or_create, 0600);
  REQUIRE(fd >= 0);
  CHECK(system_calls::write(fd, "text") == 4);
  CHECK(::lseek(fd, 0, SEEK_SET) == 0);
  char room[8];
  CHECK(system_calls::read(fd, room, sizeof room) == 4);
  CHECK(std::string_view(room, 4) == "text");
  trace2::detail::file_status by_descriptor;
  trace2::detail::file_status by_path;
  CHECK(system_calls::status(fd, by_descriptor) == 0);
  CHECK(system_calls::status(path.c_str(), by_path) == 0);
  CHECK(by_descriptor.number() == by_path.number());
  CHECK(system_calls::close(fd) == 0);
  CHECK(system_calls::close(fd) == -EBADF);

  char resolved[PATH_MAX];
  CHECK(system_calls::realpath((directory / "./file").c_str(), resolved) == 0);
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
    written = system_calls::write(fd, "line\n");
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    ::close(fd);
  }};
  thread.join();
  CHECK(written == 5);
}

TEST_CASE("an object of a path that nobody has loaded is not loaded to stay") {
  // Nothing can be unloaded in a program that is linked without ::dlopen.
  bool const is_static = trace2::detail::find_loaded("dlopen") == nullptr;
  CHECK(system_calls::stay_loaded("/no such object") == is_static);
  CHECK(::dlopen("/no such object", RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

TEST_CASE("a process knows itself and its parent") {
  int const own = system_calls::getpid();
  CHECK(own == ::getpid());
  CHECK(support::run_in_child([&] { return system_calls::getppid() == own ? 0 : 1; }) == 0);
  char name[256];
  CHECK(system_calls::gethostname(name, sizeof name) == 0);
}

TEST_CASE("random bytes differ from call to call, and fill all of the room") {
  std::array<unsigned char, 64> one{};
  std::array<unsigned char, 64> other{};
  REQUIRE(system_calls::getentropy(one.data(), one.size()) == 0);
  REQUIRE(system_calls::getentropy(other.data(), other.size()) == 0);
  CHECK(one != other);
  // 24 zeros in a row occur once in 2^192 calls.
  CHECK(std::any_of(one.end() - 24, one.end(), [](unsigned char byte) { return byte != 0; }));
}

TEST_CASE("more random bytes than the system gives at once are refused") {
  std::array<unsigned char, 257> room{};
  CHECK(system_calls::getentropy(room.data(), room.size()) == -EIO);
}

}  // namespace system_calls_test
