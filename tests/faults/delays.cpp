// Widens races: loaded in front of a program (LD_PRELOAD), it waits before and after the system
// calls by which a recording's writer and its readers meet. Each wait takes a random part of
// TRACE2_TEST_DELAY microseconds; one call in four waits for long.
#undef _FILE_OFFSET_BITS  // makes pread another name of pread64
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

void wait_at_random() {
  static unsigned long const most = [] {
    char const* const value = std::getenv("TRACE2_TEST_DELAY");
    return value == nullptr ? 0UL : std::strtoul(value, nullptr, 10);
  }();
  // Any number will do, if it differs between threads and calls.
  static thread_local unsigned long state =
      reinterpret_cast<unsigned long>(&state) ^ static_cast<unsigned long>(std::clock());
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  if (most == 0 || state >> 62 != 0) return;
  unsigned long const time = (state >> 20) % most;
  timespec const pause{static_cast<time_t>(time / 1'000'000),
                       static_cast<long>(time % 1'000'000 * 1000)};
  ::nanosleep(&pause, nullptr);
}

/// Calls the function that this one stands in front of.
template <class Result, class... Arguments>
Result call(char const* name, Arguments... arguments) {
  auto* const real = reinterpret_cast<Result (*)(Arguments...)>(::dlsym(RTLD_NEXT, name));
  wait_at_random();
  Result const result = real(arguments...);
  wait_at_random();
  return result;
}

}  // namespace

extern "C" {
ssize_t pread(int fd, void* room, std::size_t size, off_t offset) {
  return call<ssize_t>("pread", fd, room, size, offset);
}
ssize_t pread64(int fd, void* room, std::size_t size, off64_t offset) {
  return call<ssize_t>("pread64", fd, room, size, offset);
}
ssize_t pwritev(int fd, iovec const* parts, int count, off_t offset) {
  return call<ssize_t>("pwritev", fd, parts, count, offset);
}
ssize_t pwritev64(int fd, iovec const* parts, int count, off64_t offset) {
  return call<ssize_t>("pwritev64", fd, parts, count, offset);
}
int madvise(void* place, std::size_t size, int advice) noexcept {
  return call<int>("madvise", place, size, advice);
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
  return call<int>("fallocate", fd, mode, offset, size);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
  return call<int>("fallocate64", fd, mode, offset, size);
}
int munmap(void* place, std::size_t size) noexcept { return call<int>("munmap", place, size); }
int kill(pid_t process, int signal) noexcept { return call<int>("kill", process, signal); }
}
