#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace signal_guard_test {

namespace {

using trace2::detail::cancellation_guard;
using trace2::detail::signal_guard;
using trace2::detail::sink_system;

volatile std::sig_atomic_t handled = 0;
void count_signal(int) { handled = handled + 1; }

bool is_pending(int signal) {
  sigset_t pending;
  ::sigpending(&pending);
  return sigismember(&pending, signal) == 1;
}

bool is_blocked(int signal) {
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  return sigismember(&now, signal) == 1;
}

void block(int signal) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::pthread_sigmask(SIG_BLOCK, &one, nullptr);
}

/// Writes to a pipe without reader.
void break_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  ::close(ends[0]);
  {
    signal_guard<> guard{SIGPIPE};
    if (guard.watch(sink_system::write(ends[1], "x")) != -EPIPE) std::abort();
  }
  ::close(ends[1]);
}

}  // namespace

TEST_CASE("a write to a broken pipe doesn't kill the program", "[R-LIM-01][R-WR-05]") {
  for (auto const disposition : {SIG_DFL, SIG_IGN})
    CHECK(support::run_in_child([&] {
            std::signal(SIGPIPE, disposition);
            break_pipe();
            bool const unchanged = std::signal(SIGPIPE, SIG_DFL) == disposition;
            return unchanged && !is_blocked(SIGPIPE) && !is_pending(SIGPIPE) ? 0 : 1;
          }) == 0);
}

TEST_CASE("the program's handler is not called for the library's signal", "[R-LIM-01]") {
  CHECK(support::run_in_child([] {
          std::signal(SIGPIPE, count_signal);
          break_pipe();
          return static_cast<int>(handled);
        }) == 0);
}

TEST_CASE("a signal that the program has pending stays pending", "[R-LIM-01]") {
  CHECK(support::run_in_child([] {
          block(SIGPIPE);
          ::raise(SIGPIPE);
          break_pipe();
          return is_blocked(SIGPIPE) && is_pending(SIGPIPE) ? 0 : 1;
        }) == 0);
}

TEST_CASE("a signal that the program has blocked stays blocked and not pending", "[R-LIM-01]") {
  CHECK(support::run_in_child([] {
          block(SIGPIPE);
          break_pipe();
          return is_blocked(SIGPIPE) && !is_pending(SIGPIPE) ? 0 : 1;
        }) == 0);
}

TEST_CASE("a write beyond the file size limit doesn't kill the program", "[R-WR-04]") {
  CHECK(support::run_in_child([] {
          rlimit const none{0, RLIM_INFINITY};
          ::setrlimit(RLIMIT_FSIZE, &none);
          char path[] = "/tmp/trace2.XXXXXX";
          int const fd = ::mkstemp(path);
          ::unlink(path);
          {
            signal_guard<> guard{SIGXFSZ};
            if (guard.watch(sink_system::write(fd, "x")) != -EFBIG) return 1;
          }
          return is_pending(SIGXFSZ) || is_blocked(SIGXFSZ) ? 2 : 0;
        }) == 0);
}

TEST_CASE("no signal means no system call") {
  block(SIGUSR1);
  { signal_guard<> const guard{signal_guard<>::no_signal}; }
  CHECK(is_blocked(SIGUSR1));
  sink_system::unblock_signal(SIGUSR1);
}

TEST_CASE("a thread that is to be cancelled passes the library unharmed") {
  int after = PTHREAD_CANCEL_DISABLE;
  std::thread thread{[&] {
    ::pthread_cancel(::pthread_self());
    {
      cancellation_guard const guard;
      ::pthread_testcancel();
    }
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &after);
  }};
  thread.join();
  CHECK(after == PTHREAD_CANCEL_ENABLE);
}

}  // namespace signal_guard_test
