// A system for sinks on which any call fails on demand. All other calls are real ones.
#pragma once

#include <trace2/detail/system/sink_system.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace faults {

/// The calls that sinks make. The functions of `failing_system` have the same names.
enum class call {
  open,
  close,
  write,
  send,
  wait_writable,
  fstat,
  stat,
  duplicate,
  open_flags,
  descriptor_limit,
  limits_file_size,
  is_terminal,
  socket_type,
  connect_local,
  count_entries
};

/// The errno values with which a call fails on one system or another. A call that has no errno
/// value of its own fails with EINVAL, and returns its other result.
inline std::initializer_list<int> errors_of(call which) noexcept {
  static constexpr auto open = {EACCES, EAGAIN,  EDQUOT, EEXIST, EINTR,  EINVAL, EIO,
                                EISDIR, ELOOP,   EMFILE, ENFILE, ENODEV, ENOENT, ENOMEM,
                                ENOSPC, ENOTDIR, ENXIO,  EPERM,  EROFS,  ETXTBSY};
  static constexpr auto close = {EBADF, EDQUOT, EINTR, EIO, ENOSPC};
  static constexpr auto write = {EAGAIN, EBADF,  EDQUOT, EFBIG, EINTR, EINVAL, EIO,
                                 ENOMEM, ENOSPC, ENXIO,  EPERM, EPIPE, ESTALE};
  static constexpr auto send = {EAGAIN,  EBADF,  ECONNREFUSED, ECONNRESET, EINTR, EMSGSIZE,
                                ENOBUFS, ENOMEM, ENOTCONN,     EPIPE,      ENOENT};
  static constexpr auto wait_writable = {EINTR, EINVAL, ENOMEM, ETIMEDOUT};
  static constexpr auto fstat = {EBADF, EIO, ENOMEM, EOVERFLOW, ESTALE};
  static constexpr auto stat = {EACCES, EIO, ELOOP, ENOENT, ENOMEM, ENOTDIR, EOVERFLOW};
  static constexpr auto duplicate = {EBADF, EINVAL, EMFILE, EPERM};
  static constexpr auto open_flags = {EBADF, EINVAL, EPERM};
  static constexpr auto socket_type = {EBADF, ENOBUFS, ENOTSOCK};
  static constexpr auto connect_local = {EACCES,     EAGAIN,    ECONNREFUSED,   EINTR,  EMFILE,
                                         ENFILE,     ENOBUFS,   ENOENT,         ENOMEM, EPERM,
                                         EPROTOTYPE, ETIMEDOUT, EPROTONOSUPPORT};
  static constexpr auto others = {EINVAL};
  switch (which) {
    case call::open:
      return open;
    case call::close:
      return close;
    case call::write:
      return write;
    case call::send:
      return send;
    case call::wait_writable:
      return wait_writable;
    case call::fstat:
      return fstat;
    case call::stat:
      return stat;
    case call::duplicate:
      return duplicate;
    case call::open_flags:
      return open_flags;
    case call::socket_type:
      return socket_type;
    case call::connect_local:
      return connect_local;
    default:
      return others;
  }
}

inline bool may_fail(call which, int error) noexcept {
  auto const possible = errors_of(which);
  return std::find(possible.begin(), possible.end(), error) != possible.end();
}

/// The faults of a round. Calls count from 1.
struct plan {
  static constexpr unsigned for_ever = 1'000'000;

  unsigned first = 0;   ///< the call from which on calls fail, if they may fail with that error
  unsigned count = 0;   ///< how many of them fail
  int error = 0;        ///< errno value
  unsigned cut_at = 0;  ///< the write that takes only a part of its bytes; 0: none
};

struct failing_system : trace2::detail::sink_system {
  using real = trace2::detail::sink_system;

  static inline plan planned;
  static inline std::vector<call> calls;  ///< of the round
  static inline unsigned made = 0;        ///< faults of the round
  static inline unsigned made_in_calls = 0;
  static inline std::int64_t now = 0;  ///< nanoseconds; moves when somebody waits or calls

  static void begin_round(plan const& next) noexcept {
    planned = next;
    calls.clear();
    made = made_in_calls = 0;
    now = 1'000'000'000'000;
  }

  /// Repeated like the real one, which this one stands in front of.
  static int open(char const* path, trace2::detail::open_mode mode,
                  unsigned permissions = 0) noexcept {
    return real::retry<failing_system>([&] {
      int const fault = next(call::open);
      return fault != 0 ? fault : real::open(path, mode, permissions);
    });
  }
  /// Like Linux, which has closed the descriptor also when it reports an error.
  static int close(int fd) noexcept {
    int const fault = next(call::close);
    int const result = real::close(fd);
    return fault != 0 ? fault : result;
  }
  static ssize_t write(int fd, std::string_view bytes) noexcept {
    if (int const fault = next(call::write); fault != 0) return fault;
    return real::write(fd, cut(bytes));
  }
  static ssize_t write_now(int fd, std::string_view bytes) noexcept {
    if (int const fault = next(call::write); fault != 0) return fault;
    return real::write_now(fd, cut(bytes));
  }
  /// A message is never cut.
  static ssize_t send(int fd, std::string_view bytes) noexcept {
    if (int const fault = next(call::send); fault != 0) return fault;
    return real::send(fd, real::socket_type(fd) == SOCK_STREAM ? cut(bytes) : bytes);
  }
  static int wait_writable(int fd, int milliseconds) noexcept {
    int const fault = next(call::wait_writable);
    int const result = fault == -ETIMEDOUT ? 0 : fault != 0 ? fault : real::wait_writable(fd, 0);
    if (result == 0) pause(milliseconds);
    return result;
  }
  static int status(int fd, trace2::detail::file_status& status) noexcept {
    if (int const fault = next(call::fstat); fault != 0) return fault;
    return real::status(fd, status);
  }
  static int status(char const* path, trace2::detail::file_status& status) noexcept {
    if (int const fault = next(call::stat); fault != 0) return fault;
    return real::status(path, status);
  }
  static int duplicate(int fd, int lowest) noexcept {
    if (int const fault = next(call::duplicate); fault != 0) return fault;
    return real::duplicate(fd, lowest);
  }
  static int open_flags(int fd) noexcept {
    if (int const fault = next(call::open_flags); fault != 0) return fault;
    return real::open_flags(fd);
  }
  static int descriptor_limit() noexcept {
    return next(call::descriptor_limit) != 0 ? 0 : real::descriptor_limit();
  }
  static bool limits_file_size() noexcept {
    return next(call::limits_file_size) != 0 || real::limits_file_size();
  }
  static bool is_terminal(int fd) noexcept {
    return next(call::is_terminal) == 0 && real::is_terminal(fd);
  }
  static int socket_type(int fd) noexcept {
    if (int const fault = next(call::socket_type); fault != 0) return fault;
    return real::socket_type(fd);
  }
  static int connect_local(std::string_view path, int type, int milliseconds) noexcept {
    int const fault = next(call::connect_local);
    if (fault == -EAGAIN || fault == -ETIMEDOUT) pause(milliseconds);
    return fault != 0 ? fault : real::connect_local(path, type, milliseconds);
  }
  static int count_entries(char const* path, int most) noexcept {
    return next(call::count_entries) != 0 ? 0 : real::count_entries(path, most);
  }

  static std::int64_t monotonic_nanoseconds() noexcept { return now; }
  static void pause(int milliseconds) noexcept { now += milliseconds * std::int64_t{1'000'000}; }

 private:
  /// The negated errno value of the fault that is due; 0 if there is none.
  static int next(call which) noexcept {
    constexpr std::int64_t duration = 100'000;
    now += duration;
    calls.push_back(which);
    bool const is_due = calls.size() >= planned.first && made_in_calls < planned.count;
    if (!is_due || !may_fail(which, planned.error)) return 0;
    ++made_in_calls;
    ++made;
    errno = planned.error;
    return -planned.error;
  }

  static std::string_view cut(std::string_view bytes) noexcept {
    if (planned.cut_at != calls.size() || bytes.size() < 2) return bytes;
    ++made;
    return bytes.substr(0, bytes.size() / 2);
  }
};

}  // namespace faults
