// The two ends beside which bench/listen.py measures: a loop of recv into nothing, and writers.
// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

int open_socket(char const* path, bool is_listener) {
  int const fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  std::strncpy(at.sun_path, path, sizeof at.sun_path - 1);
  auto const* const to = reinterpret_cast<sockaddr const*>(&at);
  int const error = is_listener ? ::bind(fd, to, sizeof at) : ::connect(fd, to, sizeof at);
  if (error != 0 || (is_listener && ::listen(fd, SOMAXCONN) != 0)) {
    std::perror(path);
    std::exit(1);
  }
  return fd;
}

/// Takes what connections send, until the last one has gone.
void receive(char const* path) {
  static char room[64 * 1024];
  int const listener = open_socket(path, true);
  int const ready = ::epoll_create1(EPOLL_CLOEXEC);
  auto const add = [ready](int fd) {
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    wanted.data.fd = fd;
    ::epoll_ctl(ready, EPOLL_CTL_ADD, fd, &wanted);
  };
  add(listener);
  std::size_t begun = 0;
  std::size_t ended = 0;
  while (begun == 0 || ended < begun) {
    epoll_event events[256];
    int const count = ::epoll_wait(ready, events, 256, -1);
    for (int i = 0; i < count; ++i) {
      int const fd = events[i].data.fd;
      if (fd == listener) {
        for (int more = 0; more < 64; ++more) {
          int const client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
          if (client < 0) break;
          ++begun;
          add(client);
          epoll_event left{};
          if (::epoll_wait(ready, &left, 1, 0) != 1 || left.data.fd != listener) break;
        }
        continue;
      }
      if (::recv(fd, room, sizeof room, MSG_DONTWAIT) != 0) continue;
      ::close(fd);
      ++ended;
    }
  }
}

/// Opens connections, and sends the lines of a file on each, one by one, as Git does, and no more
/// of them in a second than `most`. Session ids in the file begin with the letter Q, which gets the
/// number of the connection.
void send(char const* path, std::size_t clients, char const* file, double most) {
  std::string text;
  std::FILE* const from = std::fopen(file, "r");
  char piece[4096];
  while (std::size_t const size = std::fread(piece, 1, sizeof piece, from))
    text.append(piece, size);
  std::fclose(from);
  std::vector<int> sockets;
  for (std::size_t i = 0; i < clients; ++i) sockets.push_back(open_socket(path, false));
  std::string line;
  std::size_t lost = 0;
  std::size_t count = 0;
  auto const begin = std::chrono::steady_clock::now();
  for (std::string_view rest = text; !rest.empty();) {
    std::size_t const end = rest.find('\n') + 1;
    for (std::size_t i = 0; i < clients; ++i) {
      line.assign(rest.substr(0, end));
      constexpr std::string_view mark = "\"sid\":\"Q";
      std::size_t const at = line.find(mark);
      if (at != line.npos) line.insert(at + mark.size(), std::to_string(i) + "-");
      for (std::string_view left = line; !left.empty();) {
        ssize_t const sent = ::send(sockets[i], left.data(), left.size(), MSG_NOSIGNAL);
        if (sent < 0) {
          ++lost;
          break;
        }
        left.remove_prefix(static_cast<std::size_t>(sent));
      }
      constexpr std::size_t seldom = 64;
      if (++count % seldom == 0)
        std::this_thread::sleep_until(
            begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                        std::chrono::duration<double>(static_cast<double>(count) / most)));
    }
    rest.remove_prefix(end);
  }
  for (int const fd : sockets) ::close(fd);
  if (lost != 0) std::fprintf(stderr, "%zu lines found their connection closed\n", lost);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && argv[1] == std::string_view{"receive"}) {
    receive(argv[2]);
  } else if (argc == 6 && argv[1] == std::string_view{"send"}) {
    send(argv[2], std::strtoul(argv[3], nullptr, 10), argv[4], std::strtod(argv[5], nullptr));
  } else {
    std::fprintf(stderr, "usage: listen_peer receive PATH | send PATH CLIENTS FILE RATE\n");
    return 2;
  }
}
