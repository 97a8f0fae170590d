// The further system calls of sinks, with system_calls.hpp's convention for results:
// descriptors that must not block, local sockets, and the signals that a write may raise.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/system/yield_processor.hpp>
#include <trace2/value/detail/put.hpp>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Functions that may be cancellation points are called under a `cancellation_guard`.
struct sink_system : system_calls {
  static constexpr int signal_of_closed_pipe = SIGPIPE;
  static constexpr int signal_of_full_file = SIGXFSZ;
  static constexpr int signal_of_terminal = SIGTTOU;  ///< of a process in the background

  static constexpr int stream_socket = SOCK_STREAM;
  static constexpr int datagram_socket = SOCK_DGRAM;
  static constexpr std::size_t socket_path_size = sizeof(sockaddr_un::sun_path);

  /// One write that doesn't wait, even if the open file description is a blocking one. Others share
  /// the description, so its mode stays as it is. Instead the kernel is asked not to wait in this
  /// one call, or else a second description is opened. That one is closed after the call: while it
  /// stayed open, the reader wouldn't see the end when the program closes its descriptor. If
  /// neither works, at most PIPE_BUF bytes are written, and only when there is room for some.
  static ssize_t write_now(int fd, std::string_view bytes) noexcept {
#if TRACE2_DETAIL_HAS_LINUX && defined(RWF_NOWAIT)
    iovec const part{const_cast<char*>(bytes.data()), bytes.size()};
    if (ssize_t const written = ::pwritev2(fd, &part, 1, -1, RWF_NOWAIT); written >= 0)
      return written;
    if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) return -errno;
#endif
    if (int const own = reopen(fd); own >= 0) {
      ssize_t const written = write(own, bytes);
      close(own);
      return written;
    }
    if (int const ready = wait_writable(fd, 0); ready <= 0) return ready < 0 ? ready : -EAGAIN;
    return write(fd, bytes.substr(0, PIPE_BUF));
  }

  /// Never waits and never raises SIGPIPE.
  static ssize_t send(int fd, std::string_view bytes) noexcept {
    ssize_t const sent = ::send(fd, bytes.data(), bytes.size(), MSG_DONTWAIT | no_signal);
    return sent < 0 ? -errno : sent;
  }

  /// Waits for room; 0 when there was none within the time. Positive even when the next write would
  /// fail.
  static int wait_writable(int fd, int milliseconds) noexcept {
    pollfd watched{fd, POLLOUT, 0};
    int const ready = ::poll(&watched, 1, milliseconds);
    return ready < 0 ? -errno : ready;
  }

  /// The type of a socket: SOCK_STREAM, SOCK_DGRAM …
  static int socket_type(int fd) noexcept {
    int type = 0;
    socklen_t size = sizeof type;
    return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) < 0 ? -errno : type;
  }

  /// A close-on-exec AF_UNIX socket of that type.
  static int open_socket(int type) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    int const fd = ::socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
#else
    // A child that another thread starts in between has the socket as well.
    int const fd = ::socket(AF_UNIX, type, 0);
    if (fd >= 0) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
#endif
    if (fd < 0) return -errno;
#if !defined(MSG_NOSIGNAL) && defined(SO_NOSIGPIPE)
    int const yes = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    return fd;
  }

  /// Makes the address of the AF_UNIX socket at `path`; `address` is all zeros before. 0 or the
  /// negated errno value.
  static int set_path(sockaddr_un& address, std::string_view path) noexcept {
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return -ENAMETOOLONG;
    std::memcpy(address.sun_path, path.data(), path.size());
    return 0;
  }

  /// A close-on-exec descriptor that is connected to the AF_UNIX socket at `path`, which must fit
  /// into the address. Waits at most `milliseconds` for a listener whose queue is full.
  static int connect_local(std::string_view path, int type, int milliseconds) noexcept {
    sockaddr_un address{};
    if (int const result = set_path(address, path); result < 0) return result;
    int const fd = open_socket(type);
    if (fd < 0) return fd;
    timeval const longest_wait{milliseconds / 1000, milliseconds % 1000 * 1000};
    if (::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &longest_wait, sizeof longest_wait) == 0 &&
        ::connect(fd, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0)
      return fd;
    int const error = errno;
    close(fd);
    return -error;
  }

  /// A second, close-on-exec descriptor: the lowest free number that isn't below `lowest`.
  static int duplicate(int fd, int lowest) noexcept {
    int const copy = ::fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    return copy < 0 ? -errno : copy;
  }

  /// The access mode and status flags that the descriptor was opened with.
  static int open_flags(int fd) noexcept {
    int const flags = ::fcntl(fd, F_GETFL);
    return flags < 0 ? -errno : flags;
  }

  /// The limit below which the numbers of new descriptors stay.
  static int descriptor_limit() noexcept {
    rlimit limit{};
    bool const is_known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= INT_MAX;
    return is_known ? static_cast<int>(limit.rlim_cur) : INT_MAX;
  }

  /// True if a write may raise SIGXFSZ.
  static bool limits_file_size() noexcept {
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  }

  /// Entries of a directory without `.` and `..`, counted up to `most`. 0 when it can't be listed
  /// (R-DST-19).
  static int count_entries(char const* path, int most) noexcept {
    DIR* const directory = ::opendir(path);
    if (directory == nullptr) return 0;
    int count = 0;
    while (count < most) {
      dirent const* const entry = ::readdir(directory);
      if (entry == nullptr) break;
      std::string_view const name{entry->d_name};
      count += name != "." && name != "..";
    }
    ::closedir(directory);
    return count;
  }

  /// Lets other threads go on for about `milliseconds`.
  static void pause(int milliseconds) noexcept { ::poll(nullptr, 0, milliseconds); }
  static void yield() noexcept { yield_processor(); }

  /// Blocks a signal in the calling thread; true if it was blocked before.
  static bool block_signal(int signal) noexcept {
    sigset_t before;
    sigset_t const one = just(signal);
    return ::pthread_sigmask(SIG_BLOCK, &one, &before) == 0 && sigismember(&before, signal) == 1;
  }
  static void unblock_signal(int signal) noexcept {
    sigset_t const one = just(signal);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  }
  static bool is_signal_pending(int signal) noexcept {
    sigset_t pending;
    return ::sigpending(&pending) == 0 && sigismember(&pending, signal) == 1;
  }
  /// Takes a blocked signal away if it is pending, so that it is never delivered.
  static void take_signal(int signal) noexcept {
    sigset_t const one = just(signal);
#if defined(_POSIX_REALTIME_SIGNALS) && _POSIX_REALTIME_SIGNALS > 0
    timespec const at_once{};
    retry([&]() noexcept { return ::sigtimedwait(&one, nullptr, &at_once) < 0 ? -errno : 0; });
#else
    // A signal that was sent to the process may be taken by another thread before the wait. Signals
    // that a write raises are sent to the thread.
    int taken = 0;
    if (is_signal_pending(signal)) ::sigwait(&one, &taken);
#endif
  }

 private:
  /// Where the system has no such flag, the socket or a `signal_guard` keeps SIGPIPE away.
#if defined(MSG_NOSIGNAL)
  static constexpr int no_signal = MSG_NOSIGNAL;
#else
  static constexpr int no_signal = 0;
#endif

  static sigset_t just(int signal) noexcept {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    return one;
  }

  /// A non-blocking description of the same pipe or terminal. Not of a file, where it would have an
  /// offset of its own.
  static int reopen([[maybe_unused]] int fd) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    file_status current;
    if (int const result = status(fd, current); result < 0) return result;
    if (!current.is_pipe() && !current.is_character_device()) return -EINVAL;
    // Not /proc/self, which belongs to the main thread: that may have ended.
    char path[24 + max_decimal_size];
    *put_decimal(put(path, "/proc/thread-self/fd/"), fd) = '\0';
    int const own = ::open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return own < 0 ? -errno : own;
#else
    return -ENOSYS;
#endif
  }
};

}}}  // namespace trace2::v0::detail
