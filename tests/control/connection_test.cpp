#include <trace2/control/connection.hpp>

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/skip.hpp"
#include <sys/socket.h>
#include <unistd.h>

namespace control_connection_test {

using trace2::detail::control_connection;

namespace {

struct pair {
  pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
  ~pair() { ::close(ends[0]); }
  void send(std::string_view bytes) const {
    REQUIRE(::send(ends[0], bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
  int ends[2];
};

}  // namespace

TEST_CASE("requests arrive whole, however they were cut") {
  pair const sockets;
  control_connection connection{sockets.ends[1]};
  std::vector<std::string> requests;
  auto const note = [&](std::string_view request) { return requests.emplace_back(request), true; };
  CHECK(connection.is_of_own_user());
  CHECK(connection.read(note));
  for (std::string_view const piece : {"sta", "tus\nset a", " b\n\nswi", "tch\n"}) {
    sockets.send(piece);
    CHECK(connection.read(note));
  }
  CHECK(requests == std::vector<std::string>{"status", "set a b", "", "switch"});
}

TEST_CASE("a line without end, a refusal and the end of the client end a connection") {
  auto const go_on = [](std::string_view) { return true; };
  {
    pair const sockets;
    control_connection connection{sockets.ends[1]};
    sockets.send(std::string(trace2::control_protocol::most_line - 1, 'x'));
    CHECK(connection.read(go_on));
    sockets.send("x");
    CHECK_FALSE(connection.read(go_on));
  }
  pair const sockets;
  control_connection connection{sockets.ends[1]};
  sockets.send("a\nb\n");
  CHECK_FALSE(connection.read([](std::string_view) { return false; }));
  ::shutdown(sockets.ends[0], SHUT_RDWR);
  CHECK_FALSE(connection.read(go_on));
  CHECK_FALSE(connection.send("nobody reads\n"));
}

TEST_CASE("a process that becomes another user's obeys its client no longer") {
  if (::geteuid() != 0) return support::skip("only root can become another user");
  CHECK(support::run_in_child([] {
          int ends[2];
          if (::seteuid(1) != 0 || ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
          control_connection connection{ends[1]};
          if (!connection.is_of_own_user() || ::seteuid(0) != 0) return 2;
          if (::send(ends[0], "status\n", 7, 0) != 7) return 3;
          bool is_obeyed = false;
          bool const goes_on = connection.read([&](auto) { return is_obeyed = true; });
          return goes_on || is_obeyed ? 4 : 0;
        }) == 0);
}

TEST_CASE("a client that doesn't read is not waited for") {
  pair const sockets;
  control_connection connection{sockets.ends[1]};
  std::string const lines(10'000, 'x');
  int sent = 0;
  while (connection.send(lines) && sent < 10'000) ++sent;
  CHECK(sent < 10'000);
}

TEST_CASE("only a client that changes something may be silent") {
  pair const sockets;
  control_connection connection{sockets.ends[1]};
  std::int64_t const now = connection.last_request();
  CHECK_FALSE(connection.is_late(now + control_connection::longest_wait));
  CHECK(connection.is_late(now + control_connection::longest_wait + 1));
  connection.is_holding = true;
  CHECK_FALSE(connection.is_late(now + control_connection::longest_wait + 1));
}

TEST_CASE("a number that names another file now is no connection") {
  pair const sockets;
  control_connection connection{sockets.ends[1]};
  int const taken = connection.fd();
  REQUIRE(::dup2(0, taken) == taken);
  CHECK_FALSE(connection.is_open());
  CHECK_FALSE(connection.read([](std::string_view) { return true; }));
  connection.leave_to_parent();
  CHECK(::close(taken) == 0);
}

}  // namespace control_connection_test
