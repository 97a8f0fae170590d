// The other end of a local socket.
#pragma once

#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/lines.hpp"
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace support {

/// Listens at a path until the end of its scope. Nothing is read unless a test asks for it.
class collector {
 public:
  explicit collector(std::string path, int type = SOCK_STREAM, int backlog = 8)
      : path_{std::move(path)}, fd_{::socket(AF_UNIX, type | SOCK_CLOEXEC, 0)} {
    REQUIRE(fd_ >= 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path);
    REQUIRE(::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    if (type == SOCK_STREAM) REQUIRE(::listen(fd_, backlog) == 0);
  }
  collector(collector const&) = delete;
  collector& operator=(collector const&) = delete;
  ~collector() {
    hang_up();
    ::close(fd_);
    ::unlink(path_.c_str());
  }

  /// Takes the next connection, which must have been made already.
  void accept() {
    hang_up();
    ::pollfd waiting{fd_, POLLIN, 0};
    REQUIRE(::poll(&waiting, 1, 0) == 1);
    connection_ = ::accept(fd_, nullptr, nullptr);
    REQUIRE(connection_ >= 0);
  }
  int connection() const noexcept { return connection_; }
  bool has_caller() const {
    ::pollfd waiting{fd_, POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 1;
  }
  void hang_up() {
    if (connection_ >= 0) ::close(connection_);
    connection_ = -1;
  }

  /// The bytes that have arrived on the connection.
  std::string received() const { return drain(connection_); }

  /// True if the other end has hung up, and all that it sent was received.
  bool has_ended() const {
    char next;
    return ::recv(connection_, &next, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
  }

  /// The next message; empty if there is none.
  std::string message() const {
    char room[4096];
    ssize_t const got = ::recv(fd_, room, sizeof room, MSG_DONTWAIT);
    return got < 0 ? std::string{} : std::string(room, static_cast<std::size_t>(got));
  }

 private:
  std::string path_;
  int fd_;
  int connection_ = -1;
};

}  // namespace support
