// The further system calls of the socket at which a program listens, with results as of
// system_calls.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/posix/only.hpp>
#include <trace2/detail/system/signals_blocked.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/value/number.hpp>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#ifdef __linux__
#  include <sys/auxv.h>
#endif

namespace trace2 { inline namespace v0 {

/// The system calls of both ends of a control socket. Each returns a result that isn't negative, or
/// the negated errno value, unless its comment says otherwise. Threads: any.
struct control_system : detail::sink_system {
  /// The user and the process at the other end of a connection. The number of the process is that
  /// which the caller knows it by; 0 if it is unknown, as for a process of another namespace.
  struct peer {
    uid_t user;
    pid_t process;
  };

  static int peer_of(int fd, peer& result) noexcept {
#ifdef __linux__
    ::ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0) return -errno;
    result = {credentials.uid, credentials.pid};
#else
    gid_t group = 0;
    result.process = 0;
    if (::getpeereid(fd, &result.user, &group) < 0) return -errno;
#endif
    return 0;
  }

  /// A close-on-exec socket that listens at `path`, where nothing may be.
  static int listen_local(std::string_view path, int backlog) noexcept {
    sockaddr_un address{};
    if (int const result = set_path(address, path); result < 0) return result;
    int const fd = open_socket(SOCK_STREAM);
    if (fd < 0) return fd;
    if (::bind(fd, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0 &&
        ::listen(fd, backlog) == 0)
      return fd;
    int const error = errno;
    close(fd);
    return -error;
  }

  /// Waits for a connection; its descriptor closes at exec.
  static int accept(int fd) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    int const accepted = ::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC);
#else
    int const accepted = ::accept(fd, nullptr, nullptr);
    if (accepted >= 0) ::fcntl(accepted, F_SETFD, FD_CLOEXEC);
#endif
    return accepted < 0 ? -errno : accepted;
  }

  /// Receives the bytes that have arrived; 0 at the end of the connection. Never waits.
  static ssize_t receive(int fd, char* room, std::size_t size) noexcept {
    return retry([=]() noexcept {
      ssize_t const got = ::recv(fd, room, size, MSG_DONTWAIT);
      return got < 0 ? -errno : got;
    });
  }

  static int poll(pollfd* watched, std::size_t count, int milliseconds) noexcept {
    int const ready = ::poll(watched, detail::narrow_cast<nfds_t>(count), milliseconds);
    return ready < 0 ? -errno : ready;
  }

  static int make_directory(char const* path) noexcept {
    return ::mkdir(path, S_IRWXU) < 0 ? -errno : 0;
  }
  static int unlink(char const* path) noexcept { return ::unlink(path) < 0 ? -errno : 0; }
  static int rename(char const* from, char const* to) noexcept {
    return ::rename(from, to) < 0 ? -errno : 0;
  }

  /// True if the program runs with more rights than its caller, or can take such rights back that
  /// it has put down.
  static bool is_privileged() noexcept {
    if (::getuid() != ::geteuid() || ::getgid() != ::getegid()) return true;
#ifdef __linux__
    uid_t real = 0;
    uid_t effective = 0;
    uid_t saved = 0;
    if (::getresuid(&real, &effective, &saved) != 0 || saved != effective) return true;
    return ::getauxval(AT_SECURE) != 0;
#else
    return ::issetugid() != 0;
#endif
  }

  /// Starts a thread that no signal interrupts but its own faults; 0 or the negated errno value.
  static int start_thread(void* (*run)(void*)) noexcept {
    constexpr std::size_t enough = std::size_t{256} << 10;
    // A recording that loses its file must not end the process: its handler has to run.
    detail::signals_blocked const blocked{SIGBUS};
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t started{};
    // Programs with much memory of threads need a larger stack: then as much as any thread has.
    ::pthread_attr_setstacksize(&attributes, enough);
    int error = ::pthread_create(&started, &attributes, run, nullptr);
    if (error == EINVAL) {
      ::pthread_attr_destroy(&attributes);
      ::pthread_attr_init(&attributes);
      ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
      error = ::pthread_create(&started, &attributes, run, nullptr);
    }
#if TRACE2_DETAIL_HAS_LINUX
    if (error == 0) ::pthread_setname_np(started, "trace2 control");
#endif
    ::pthread_attr_destroy(&attributes);
    return -error;
  }
};

}}  // namespace trace2::v0
