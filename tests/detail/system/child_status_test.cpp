#include <trace2/detail/system/child_status.hpp>

#include <cerrno>
#include <csignal>
#include <thread>

#include "support/cancellation.hpp"
#include "support/catch.hpp"
#include <pthread.h>
#include <unistd.h>

namespace child_status_test {

namespace {

using trace2::detail::exit_code_of;
using trace2::detail::wait_for_child;

/// Starts a process that does so.
pid_t start(auto const& run) {
  pid_t const pid = ::fork();
  if (pid == 0) {
    run();
    ::_exit(99);
  }
  return pid;
}

int code_of(auto const& end) {
  pid_t const pid = start(end);
  int status = 0;
  CHECK(wait_for_child(pid, status) == pid);
  return exit_code_of(status);
}

}  // namespace

TEST_CASE("the code is the child's own, or that of its signal", "[R-CHD-02]") {
  CHECK(code_of([] { ::_exit(0); }) == 0);
  CHECK(code_of([] { ::_exit(7); }) == 7);
  CHECK(code_of([] { ::raise(SIGKILL); }) == 128 + SIGKILL);
}

TEST_CASE("a child that was stopped hasn't ended") {
  constexpr int stopped = SIGSTOP << 8 | 0x7f;
  CHECK(exit_code_of(stopped) == -1);
}

TEST_CASE("a process that is no child can't be waited for") {
  int status = 0;
  CHECK(wait_for_child(::getpid(), status) == -ECHILD);
}

#ifdef __GLIBC__
TEST_CASE("a thread that waits may be cancelled") {
  pid_t const pid = start([] { ::pause(); });
  int status = 0;
  CHECK_FALSE(support::outlives_cancellation([&] { wait_for_child(pid, status); }));
  ::kill(pid, SIGKILL);
  CHECK(wait_for_child(pid, status) == pid);
}
#endif

TEST_CASE("a signal doesn't end the wait") {
  struct ::sigaction action {};
  action.sa_handler = [](int) {};
  REQUIRE(::sigaction(SIGUSR1, &action, nullptr) == 0);
  int gate[2];
  REQUIRE(::pipe(gate) == 0);
  pid_t const pid = start([&] {
    ::close(gate[1]);
    char room = 0;
    ::_exit(::read(gate[0], &room, 1) == 0 ? 5 : 6);
  });
  ::close(gate[0]);
  pthread_t const waiting = ::pthread_self();
  std::thread other{[&] {
    for (int i = 0; i < 1000; ++i) {
      ::pthread_kill(waiting, SIGUSR1);
      std::this_thread::yield();
    }
    ::close(gate[1]);
  }};
  int status = 0;
  CHECK(wait_for_child(pid, status) == pid);
  other.join();
  CHECK(exit_code_of(status) == 5);
}

}  // namespace child_status_test
