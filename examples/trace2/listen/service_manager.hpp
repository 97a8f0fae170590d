// What a service manager such as systemd gives a listener, and what it wants to know.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "../owned_descriptor.hpp"
#include "datagrams.hpp"
#include "endpoint.hpp"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace trace2_program::listening {

/// Takes the sockets of LISTEN_FDS into `to`, if they are meant for this process. Empty, or the
/// reason why one of them is of no use. Children don't see the variables.
inline std::string take_sockets(std::vector<endpoint>& to) {
  constexpr int first = 3;
  constexpr int most = 100;
  auto const number = [](char const* name) {
    char const* const value = std::getenv(name);
    int result = -1;
    if (value == nullptr) return result;
    char const* const end = value + std::strlen(value);
    auto const [rest, error] = std::from_chars(value, end, result);
    return error == std::errc{} && rest == end ? result : -1;
  };
  int const count = number("LISTEN_PID") == ::getpid() ? number("LISTEN_FDS") : 0;
  for (char const* const name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(name);
  if (count <= 0) return "no socket was handed over (LISTEN_FDS)";
  if (count > most) return "too many sockets were handed over (LISTEN_FDS)";
  for (int fd = first; fd < first + count; ++fd) {
    std::string const name = "socket " + std::to_string(fd);
    auto const option = [fd](int which) {
      int value = -1;
      ::socklen_t size = sizeof value;
      return ::getsockopt(fd, SOL_SOCKET, which, &value, &size) == 0 ? value : -1;
    };
    int const type = option(SO_TYPE);
    bool const is_listener = type == SOCK_STREAM && option(SO_ACCEPTCONN) == 1;
    if (option(SO_DOMAIN) != AF_UNIX || (!is_listener && type != SOCK_DGRAM))
      return name + ": is no Unix socket at which streams or datagrams arrive";
    endpoint added;
    added.is_stream = is_listener;
    added.socket.reset(fd);
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    if (!is_listener) datagrams::prepare(fd);
    to.push_back(std::move(added));
  }
  return {};
}

/// Tells the service manager something, such as "READY=1", if one has asked for it (NOTIFY_SOCKET).
inline void notify(std::string_view state) {
  char const* const path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || (*path != '/' && *path != '@')) return;
  std::size_t const size = std::strlen(path);
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  if (size >= sizeof to.sun_path) return;
  std::memcpy(to.sun_path, path, size);
  if (*path == '@') to.sun_path[0] = '\0';
  owned_descriptor const fd{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  auto const whole = static_cast<::socklen_t>(offsetof(sockaddr_un, sun_path) + size);
  ::sendto(fd.get(), state.data(), state.size(), MSG_NOSIGNAL,
           reinterpret_cast<sockaddr const*>(&to), whole);
}

}  // namespace trace2_program::listening
