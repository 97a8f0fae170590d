// The path of a socket, which one listener has at a time. No path is taken from a living one.
#pragma once

#include <trace2/detail/system/same_file.hpp>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "../owned_descriptor.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace trace2_program::listening {

inline sockaddr_un socket_address(std::string const& path) noexcept {
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, path.data(), path.size());
  return to;
}

/// Binds a socket to a path, with mode 0600 from the first moment on, and removes the path at the
/// end if it still is that of the socket.
///
/// Listeners of this program exclude each other by a lock on a file beside the path. A listener
/// without such a lock is found by connecting to it. A socket to which nobody listens is moved
/// aside, looked at once more, and only then removed: what another program binds in the meantime
/// gets its name back.
class bound_path {
 public:
  explicit bound_path(std::string path) : path_{std::move(path)}, lock_path_{path_ + ".lock"} {}
  bound_path(bound_path const&) = delete;
  bound_path& operator=(bound_path const&) = delete;
  ~bound_path() {
    struct ::stat now {};
    if (is_bound_ && ::lstat(path_.c_str(), &now) == 0 && trace2::detail::is_same_file(now, bound_))
      ::unlink(path_.c_str());
    if (lock_) ::unlink(lock_path_.c_str());
  }

  /// Empty, or the reason why the path can't be had.
  std::string bind(int socket) {
    if (std::string reason = lock(); !reason.empty()) return reason;
    if (std::string reason = clear_away(); !reason.empty()) return reason;
    sockaddr_un const to = socket_address(path_);
    ::mode_t const before = ::umask(0177);
    int const error =
        ::bind(socket, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0 ? errno : 0;
    ::umask(before);
    if (error == EADDRINUSE) return "another program was quicker to listen there";
    if (error != 0) return std::strerror(error);
    is_bound_ = ::lstat(path_.c_str(), &bound_) == 0;
    return {};
  }

 private:
  /// The holder removes the file at its end, so that the one that was opened may no longer be the
  /// one with the name.
  std::string lock() {
    constexpr int attempts = 100;
    for (int i = 0; i < attempts; ++i) {
      owned_descriptor file{
          ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600)};
      if (!file) return lock_path_ + ": " + std::strerror(errno);
      if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? "another trace2 listens there" : std::strerror(errno);
      struct ::stat held {};
      struct ::stat named {};
      if (::fstat(file.get(), &held) == 0 && ::lstat(lock_path_.c_str(), &named) == 0 &&
          trace2::detail::is_same_file(held, named)) {
        lock_ = std::move(file);
        return {};
      }
    }
    return "other listeners come and go there";
  }

  /// Whether somebody listens at a path. A queue that is full is somebody's.
  static bool is_alive(std::string const& path) noexcept {
    for (int const type : {SOCK_STREAM, SOCK_DGRAM}) {
      owned_descriptor const probe{::socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
      sockaddr_un const to = socket_address(path);
      if (::connect(probe.get(), reinterpret_cast<sockaddr const*>(&to), sizeof to) == 0)
        return true;
      if (errno != ECONNREFUSED && errno != EPROTOTYPE && errno != ENOENT) return true;
    }
    return false;
  }

  std::string clear_away() const {
    struct ::stat found {};
    if (::lstat(path_.c_str(), &found) != 0)
      return errno == ENOENT ? std::string{} : std::strerror(errno);
    if (!S_ISSOCK(found.st_mode)) return "is no socket, and stays as it is";
    if (is_alive(path_)) return "another program listens there";
    std::string const aside = path_ + ".old." + std::to_string(::getpid());
    if (::rename(path_.c_str(), aside.c_str()) != 0)
      return errno == ENOENT ? std::string{} : std::strerror(errno);
    struct ::stat moved {};
    bool const is_the_one =
        ::lstat(aside.c_str(), &moved) == 0 && trace2::detail::is_same_file(found, moved);
    if (!is_the_one) {
      bool const is_back = ::link(aside.c_str(), path_.c_str()) == 0;
      if (is_back) ::unlink(aside.c_str());
      return "another program has begun to listen there";
    }
    return ::unlink(aside.c_str()) == 0 ? std::string{} : std::strerror(errno);
  }

  std::string path_;
  std::string lock_path_;
  owned_descriptor lock_;
  bool is_bound_ = false;
  struct ::stat bound_ {};
};

}  // namespace trace2_program::listening
