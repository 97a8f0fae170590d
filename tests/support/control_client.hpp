// A client of the control of a running program.
#pragma once

#include <trace2/control/protocol.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

namespace support {

/// A path as a word of the language: with a blank in it, it would be two.
inline std::string word(std::string const& path) {
  trace2::buffer spelt;
  trace2::control_protocol::append_word(spelt, path);
  return std::string{spelt.view()};
}

/// Speaks the language of the control, well or badly.
class control_client {
 public:
  explicit control_client(std::string const& path) : fd_{::socket(AF_UNIX, SOCK_STREAM, 0)} {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    is_connected_ =
        ::connect(fd_, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0;
  }
  control_client(control_client const&) = delete;
  control_client& operator=(control_client const&) = delete;
  ~control_client() { ::close(fd_); }

  bool is_connected() const { return is_connected_; }
  bool send(std::string_view bytes) const {
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  /// The next line; empty at the end of the connection.
  std::string line() {
    for (;;) {
      if (std::size_t const end = read_.find('\n'); end != read_.npos) {
        std::string const found = read_.substr(0, end);
        read_.erase(0, end + 1);
        return found;
      }
      pollfd waiting{fd_, POLLIN, 0};
      char bytes[4096];
      if (::poll(&waiting, 1, 10'000) <= 0) return "silence";
      ssize_t const got = ::recv(fd_, bytes, sizeof bytes, 0);
      if (got <= 0) return {};
      read_.append(bytes, static_cast<std::size_t>(got));
    }
  }
  /// All lines of an answer.
  std::string ask(std::string const& request) {
    if (!send(request + "\n")) return {};
    std::string answer;
    for (;;) {
      std::string const next = line();
      answer += next;
      if (next.empty() || next == "ok" || next == "silence" || next.starts_with("error "))
        return answer;
      answer += '\n';
    }
  }
  int fd() const { return fd_; }

 private:
  int fd_;
  bool is_connected_;
  std::string read_;
};

}  // namespace support
