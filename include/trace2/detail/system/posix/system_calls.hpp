// The system calls of the library, in the only header that includes <unistd.h>. A call returns a
// non-negative result, or the negated errno value. The calls are members of a class so that a test
// can put a class of its own in its place, which fails on purpose.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_clock.hpp>
#include <trace2/value/text.hpp>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#if defined(__APPLE__)
#  include <sys/random.h>
#endif
#if TRACE2_DETAIL_HAS_LINUX && __has_include(<sys/single_threaded.h>)
#  include <sys/single_threaded.h>
#endif
#include <sys/types.h>
#include <unistd.h>
#if TRACE2_DETAIL_HAS_LINUX
#  include <sys/syscall.h>
#else
#  include <pthread.h>
#endif

#if defined(__linux__) && !defined(_GNU_SOURCE)
// The C library has these even where its headers don't declare them (-U_GNU_SOURCE).
extern "C" char* secure_getenv(char const* name) noexcept;
extern "C" int getentropy(void* to, std::size_t size);
#  ifdef __GLIBC__
struct Dl_info {
  char const* dli_fname;
  void* dli_fbase;
  char const* dli_sname;
  void* dli_saddr;
};
extern "C" int dladdr(void const* address, Dl_info* info) noexcept;
#  endif
#endif

namespace trace2 { inline namespace v0 { namespace detail {

// No weak reference where it isn't needed: for one GCC composes the name of each symbol of the
// unit. Other C libraries have no __GLIBC_PREREQ.
#if defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ < 34
[[gnu::weakref("dlsym")]] static void* dlsym_if_there(void*, char const*) noexcept;
#endif

/// The address of a loaded function; null when there is none, or no ::dlsym. Older versions of
/// glibc have that in a library of its own, and programs that load nothing aren't linked with it.
inline void* find_loaded(char const* name) noexcept {
#if defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ < 34
  return dlsym_if_there == nullptr ? nullptr : dlsym_if_there(RTLD_DEFAULT, name);
#else
  return ::dlsym(RTLD_DEFAULT, name);
#endif
}

/// The longest path in bytes, with the zero at its end.
inline constexpr std::size_t longest_path = PATH_MAX;

struct system_calls {
  /// The errno value of a number that names another file for now.
  static constexpr int other_file = ESTALE;
  static constexpr int over_quota = EDQUOT;

  /// The most bytes that a pipe takes as one piece.
  static constexpr std::size_t pipe_unit = PIPE_BUF;

  /// Nanoseconds for which a call that signals interrupt is repeated: as long as a destination may
  /// hold the program.
  static constexpr std::int64_t longest_call = 40'000'000;

  /// Makes a call, and makes it again while signals interrupt it (-EINTR), but for no longer than
  /// `longest_call`: a file system of a user's own may answer EINTR for ever.
  template <class System = system_calls>
  static auto retry(auto const& call) noexcept {
    auto result = call();
    if (result == -EINTR) [[unlikely]] {
      std::int64_t const end = System::monotonic_nanoseconds() + longest_call;
      do {
        result = call();
      } while (result == -EINTR && System::monotonic_nanoseconds() < end);
    }
    return result;
  }

  /// One write(2), which a signal may interrupt before the first byte (-EINTR). Unlike ::write it
  /// is no cancellation point: a cancelled thread must not unwind through here.
  static ssize_t write(int fd, text bytes) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    ssize_t const written = ::syscall(SYS_write, fd, bytes.data(), bytes.size());
    return written < 0 ? -errno : written;
#else
    int before = PTHREAD_CANCEL_ENABLE;
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    ssize_t const written = ::write(fd, bytes.data(), bytes.size());
    ssize_t const result = written < 0 ? -errno : written;
    ::pthread_setcancelstate(before, nullptr);
    return result;
#endif
  }

  /// `permissions` are those of a new file, less the umask.
  [[gnu::noinline]] static int open(char const* path, open_mode mode,
                                    unsigned permissions = 0) noexcept {
    return retry([=]() noexcept {
      int const fd = ::open(path, static_cast<int>(mode), permissions);
      return fd < 0 ? -errno : fd;
    });
  }

  static int close(int fd) noexcept { return ::close(fd) < 0 ? -errno : 0; }

  static bool is_terminal(int fd) noexcept { return ::isatty(fd) == 1; }

  [[gnu::noinline]] static ssize_t read(int fd, char* room, std::size_t size) noexcept {
    return retry([=]() noexcept {
      ssize_t const got = ::read(fd, room, size);
      return got < 0 ? -errno : got;
    });
  }

  static ssize_t read_at(int fd, char* room, std::size_t size, std::uint64_t offset) noexcept {
    return retry([=]() noexcept {
      ssize_t const got = ::pread(fd, room, size, static_cast<off_t>(offset));
      return got < 0 ? -errno : got;
    });
  }

  /// The next place in a file that is no hole; `size` if there is none, `at` where that can't be
  /// known.
  static std::uint64_t next_data([[maybe_unused]] int fd, std::uint64_t at,
                                 std::uint64_t size) noexcept {
#ifdef SEEK_DATA
    off_t const data = ::lseek(fd, static_cast<off_t>(at), SEEK_DATA);
    return data >= 0 ? static_cast<std::uint64_t>(data) : errno == ENXIO ? size : at;
#else
    return size < at ? size : at;
#endif
  }

  static int status(int fd, file_status& result) noexcept {
    return ::fstat(fd, &result.status_) < 0 ? -errno : 0;
  }
  static int status(char const* path, file_status& result) noexcept {
    return ::stat(path, &result.status_) < 0 ? -errno : 0;
  }
  /// Of the link itself, if the path is that of a symbolic link.
  static int link_status(char const* path, file_status& result) noexcept {
    return ::lstat(path, &result.status_) < 0 ? -errno : 0;
  }

  static int remove(char const* path) noexcept { return ::unlink(path) < 0 ? -errno : 0; }

  static int getcwd(char* room, std::size_t size) noexcept {
    return ::getcwd(room, size) == nullptr ? -errno : 0;
  }

  /// `room` has `longest_path` bytes.
  static int realpath(char const* path, char* room) noexcept {
    return ::realpath(path, room) == nullptr ? -errno : 0;
  }

  /// Null in a program that runs with more rights than its caller, because the caller must not
  /// choose where such a program writes.
  static char const* secure_getenv(char const* name) noexcept {
#ifdef __linux__
    return ::secure_getenv(name);
#else
    return ::issetugid() != 0 ? nullptr : ::getenv(name);
#endif
  }
  static int putenv(char* text) noexcept { return ::putenv(text) != 0 ? -errno : 0; }

  /// True if the process certainly has only one thread.
  static bool is_single_threaded() noexcept {
#if TRACE2_DETAIL_HAS_LINUX && __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded != 0;
#else
    return false;
#endif
  }

  /// Fills at most 256 bytes with random numbers that nobody can foretell.
  static int getentropy(void* to, std::size_t size) noexcept {
    return ::getentropy(to, size) < 0 ? -errno : 0;
  }

  static int getpid() noexcept { return ::getpid(); }
  static int getppid() noexcept { return ::getppid(); }
  static uid_t geteuid() noexcept { return ::geteuid(); }

  /// True also of a process that may not be asked. Of a number below 1 ask nothing: that is a group
  /// of processes.
  static bool is_alive(int process) noexcept {
    return ::kill(process, 0) == 0 || errno == EPERM;
  }

  static int gethostname(char* room, std::size_t size) noexcept {
    return ::gethostname(room, size) < 0 ? -errno : 0;
  }

  /// Keeps the shared object that holds `code` in memory to the end of the process, because the
  /// system calls its functions later. Does nothing for the program itself, which stays anyway.
  [[gnu::always_inline]] static void stay_loaded(
      [[maybe_unused]] void (*code)() noexcept) noexcept {
#if defined(__PIC__) && !defined(__PIE__)
    ::Dl_info object{};
    if (::dladdr(reinterpret_cast<void*>(code), &object) != 0 && object.dli_fname != nullptr)
      ::dlopen(object.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
#endif
  }

  /// Keeps the shared object of that path loaded; false if it isn't loaded any more.
  static bool stay_loaded(char const* path) noexcept {
    // By its name, because linkers warn of ::dlopen in a program that is linked statically. Without
    // it nothing can unload an object.
    auto* const load = reinterpret_cast<void* (*)(char const*, int)>(find_loaded("dlopen"));
    return load == nullptr || load(path, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
  }

  static std::int64_t monotonic_nanoseconds() noexcept { return system_clock::monotonic(); }

  static char const* strerror(int code) noexcept { return ::strerror(code); }
};

}}}  // namespace trace2::v0::detail
