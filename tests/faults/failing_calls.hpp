// System calls that fail on demand, in front of glibc's functions: those by which a recording's
// file is opened, grown and mapped. For one unit of a program on a system of 64 bits.
#pragma once

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace faults {

static_assert(sizeof(off_t) == 8, "the functions for large files are the same");

/// A function, and the errno values with which it fails on one system or another.
struct libc_call {
  char const* name;
  std::initializer_list<int> errors;
};

struct failing_calls {
  static inline std::vector<libc_call const*> calls;  ///< of the round
  static inline unsigned first = 0;                   ///< the call that fails first; 0: none
  static inline unsigned count = 0;                   ///< how many calls of the function fail
  static inline int error = 0;                        ///< errno value; 0: a write is cut
  static inline unsigned made = 0;                    ///< faults
  static inline constinit thread_local bool is_armed = false;

  /// Runs library code, whose calls count. Threads: one at a time.
  static void arm(auto const& action) {
    is_armed = true;
    action();
    is_armed = false;
  }

  /// The errno value with which the present call has to fail; 0 if it has to work. `cut` is set
  /// when a write has to take only a part.
  static int next(libc_call const& which, bool* cut = nullptr) {
    if (!is_armed) return 0;
    is_armed = false;
    // A call that is repeated fails millions of times.
    if (made == 0) calls.push_back(&which);
    is_armed = true;
    if (first == 0 || calls.size() < first || made >= count || &which != calls[first - 1]) return 0;
    if (error == 0 && cut == nullptr) return 0;
    ++made;
    if (error == 0) *cut = true;
    return error;
  }
};

template <class Function>
Function* real(char const* name, Function*) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

inline constexpr libc_call open_call{"open",
                                     {EACCES, EDQUOT, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, EROFS}};
inline constexpr libc_call close_call{"close", {EDQUOT, EINTR, EIO}};
inline constexpr libc_call fstat_call{"fstat", {EBADF, EIO, ENOMEM}};
inline constexpr libc_call fcntl_call{"fcntl", {EBADF, EINVAL, EMFILE}};
inline constexpr libc_call pwritev_call{"pwritev",
                                        {EAGAIN, EDQUOT, EFBIG, EINTR, EIO, ENOMEM, ENOSPC}};
inline constexpr libc_call pwrite_call{"pwrite",
                                       {EAGAIN, EDQUOT, EFBIG, EINTR, EIO, ENOMEM, ENOSPC}};
inline constexpr libc_call ftruncate_call{"ftruncate", {EFBIG, EINTR, EINVAL, EIO, EPERM}};
inline constexpr libc_call fallocate_call{"fallocate",
                                          {EDQUOT, EFBIG, EINTR, EIO, ENOSPC, EOPNOTSUPP}};
inline constexpr libc_call mmap_call{"mmap", {EACCES, EAGAIN, ENODEV, ENOMEM}};
inline constexpr libc_call munmap_call{"munmap", {EINVAL, ENOMEM}};
inline constexpr libc_call madvise_call{"madvise", {EFAULT, EINVAL, EIO, ENOMEM}};
inline constexpr libc_call getrlimit_call{"getrlimit", {EPERM}};
inline constexpr libc_call readlink_call{"readlink", {EACCES, EIO, ENOENT}};

/// Fails with -1 and errno, or calls the real function.
template <class Result, class... Parameters, class... Arguments>
Result attempt(libc_call const& which, Result (*function)(Parameters...), Arguments... arguments) {
  if (int const error = failing_calls::next(which); error != 0) return errno = error, Result(-1);
  return function(arguments...);
}

}  // namespace faults

// NOLINTBEGIN: these are the declarations of the system.
extern "C" {
int open(char const* path, int flags, ...) {
  static auto* const real =
      faults::real("open", static_cast<int (*)(char const*, int, ...)>(nullptr));
  std::va_list rest;
  va_start(rest, flags);
  unsigned const mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (int const error = faults::failing_calls::next(faults::open_call); error != 0)
    return errno = error, -1;
  return real(path, flags, mode);
}
int fcntl(int fd, int command, ...) {
  static auto* const real = faults::real("fcntl", static_cast<int (*)(int, int, ...)>(nullptr));
  std::va_list rest;
  va_start(rest, command);
  long const argument = va_arg(rest, long);
  va_end(rest);
  if (int const error = faults::failing_calls::next(faults::fcntl_call); error != 0)
    return errno = error, -1;
  return real(fd, command, argument);
}
/// Like Linux, which has closed the descriptor also when it reports an error.
int close(int fd) {
  static auto* const real = faults::real("close", static_cast<int (*)(int)>(nullptr));
  int const error = faults::failing_calls::next(faults::close_call);
  int const result = real(fd);
  return error != 0 ? (errno = error, -1) : result;
}
int fstat(int fd, struct stat* status) noexcept {
  static auto* const real = faults::real("fstat", static_cast<int (*)(int, struct stat*)>(nullptr));
  return faults::attempt(faults::fstat_call, real, fd, status);
}
ssize_t pwritev(int fd, iovec const* parts, int count, off_t offset) {
  static auto* const real =
      faults::real("pwritev", static_cast<ssize_t (*)(int, iovec const*, int, off_t)>(nullptr));
  bool is_cut = false;
  if (int const error = faults::failing_calls::next(faults::pwritev_call, &is_cut); error != 0)
    return errno = error, -1;
  if (!is_cut) return real(fd, parts, count, offset);
  iovec const part{parts->iov_base, parts->iov_len / 2};
  return real(fd, &part, 1, offset);
}
ssize_t pwrite(int fd, void const* bytes, std::size_t size, off_t offset) {
  static auto* const real = faults::real(
      "pwrite", static_cast<ssize_t (*)(int, void const*, std::size_t, off_t)>(nullptr));
  bool is_cut = false;
  if (int const error = faults::failing_calls::next(faults::pwrite_call, &is_cut); error != 0)
    return errno = error, -1;
  return real(fd, bytes, is_cut ? size / 2 : size, offset);
}
int ftruncate(int fd, off_t size) noexcept {
  static auto* const real = faults::real("ftruncate", static_cast<int (*)(int, off_t)>(nullptr));
  return faults::attempt(faults::ftruncate_call, real, fd, size);
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
  static auto* const real =
      faults::real("fallocate", static_cast<int (*)(int, int, off_t, off_t)>(nullptr));
  return faults::attempt(faults::fallocate_call, real, fd, mode, offset, size);
}
void* mmap(void* place, std::size_t size, int protection, int flags, int fd,
           off_t offset) noexcept {
  static auto* const real = faults::real(
      "mmap", static_cast<void* (*)(void*, std::size_t, int, int, int, off_t)>(nullptr));
  if (int const error = faults::failing_calls::next(faults::mmap_call); error != 0)
    return errno = error, MAP_FAILED;
  return real(place, size, protection, flags, fd, offset);
}
int munmap(void* place, std::size_t size) noexcept {
  static auto* const real =
      faults::real("munmap", static_cast<int (*)(void*, std::size_t)>(nullptr));
  return faults::attempt(faults::munmap_call, real, place, size);
}
int madvise(void* place, std::size_t size, int advice) noexcept {
  static auto* const real =
      faults::real("madvise", static_cast<int (*)(void*, std::size_t, int)>(nullptr));
  return faults::attempt(faults::madvise_call, real, place, size, advice);
}
int getrlimit(__rlimit_resource_t what, rlimit* limit) noexcept {
  static auto* const real =
      faults::real("getrlimit", static_cast<int (*)(__rlimit_resource_t, rlimit*)>(nullptr));
  return faults::attempt(faults::getrlimit_call, real, what, limit);
}
ssize_t readlink(char const* path, char* room, std::size_t size) noexcept {
  static auto* const real =
      faults::real("readlink", static_cast<ssize_t (*)(char const*, char*, std::size_t)>(nullptr));
  return faults::attempt(faults::readlink_call, real, path, room, size);
}
}
// NOLINTEND
