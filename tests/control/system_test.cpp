#include <trace2/control/system.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

namespace control_system_test {

using trace2::control_system;

TEST_CASE("each end of a local connection knows the user and the process of the other") {
  support::temporary_directory const directory;
  std::string const path = directory / "socket";
  int const listening = control_system::listen_local(path, 4);
  REQUIRE(listening >= 0);
  CHECK(control_system::listen_local(path, 4) == -EADDRINUSE);
  int const client = control_system::connect_local(path, SOCK_STREAM, 100);
  REQUIRE(client >= 0);
  int const served = control_system::accept(listening);
  REQUIRE(served >= 0);
  for (int const end : {client, served}) {
    control_system::peer other{};
    CHECK(control_system::peer_of(end, other) == 0);
    CHECK(other.user == ::geteuid());
    CHECK((other.process == ::getpid() || other.process == 0));
    CHECK((::fcntl(end, F_GETFD) & FD_CLOEXEC) != 0);
  }
  char bytes[4];
  CHECK(control_system::receive(served, bytes, sizeof bytes) == -EAGAIN);
  ::close(client);
  CHECK(control_system::receive(served, bytes, sizeof bytes) == 0);
  ::close(served);
  ::close(listening);
}

TEST_CASE("a path that is too long for a socket is refused") {
  CHECK(control_system::listen_local("/" + std::string(200, 'x'), 4) == -ENAMETOOLONG);
}

TEST_CASE("the thread of the control blocks signals except for faults, and its starter none") {
  static int blocked = -1;
  static int lets_faults_through = -1;
  static int ready[2];
  REQUIRE(::pipe(ready) == 0);
  CHECK(control_system::start_thread([](void*) -> void* {
          sigset_t mask;
          ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
          blocked = sigismember(&mask, SIGTERM) + sigismember(&mask, SIGCHLD);
          lets_faults_through = sigismember(&mask, SIGBUS) == 0;
          [[maybe_unused]] ssize_t const told = ::write(ready[1], "x", 1);
          return nullptr;
        }) == 0);
  char byte;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK(blocked == 2);
  CHECK(lets_faults_through == 1);
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  CHECK(sigismember(&mask, SIGTERM) == 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_CASE("a program that runs as its caller is not privileged") {
  CHECK_FALSE(control_system::is_privileged());
}

TEST_CASE("a program that can become another user again is privileged") {
  if (::geteuid() != 0) return support::skip("only root can become another user");
  CHECK(support::run_in_child([] {
          if (::setresuid(1, 1, 0) != 0) return 1;
          if (!control_system::is_privileged()) return 2;
          if (::setresuid(1, 1, 1) != 0) return 3;
          return control_system::is_privileged() ? 4 : 0;
        }) == 0);
}

}  // namespace control_system_test
