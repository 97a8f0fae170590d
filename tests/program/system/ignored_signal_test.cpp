#include "system/posix/ignored_signal.hpp"

#include <cerrno>
#include <csignal>

#include "support/catch.hpp"
#include <unistd.h>

namespace ignored_signal_test {

namespace {

bool has_default_action(int signal) {
  struct ::sigaction now{};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

}  // namespace

TEST_CASE("a write to a pipe that nobody reads fails, and the program goes on") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  struct ::sigaction usual{};
  struct ::sigaction before{};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGPIPE, &usual, &before);
  {
    trace2::program::ignored_signal const no_death{SIGPIPE};
    CHECK((::write(ends[1], "x", 1) == -1 && errno == EPIPE));
  }
  CHECK(has_default_action(SIGPIPE));
  ::sigaction(SIGPIPE, &before, nullptr);
  ::close(ends[1]);
}

}  // namespace ignored_signal_test
