#include <trace2/detail/system/signals_blocked.hpp>

#include <thread>

#include "support/catch.hpp"
#include <signal.h>

namespace signals_blocked_test {

using trace2::detail::signals_blocked;

namespace {

bool is_blocked(int signal) {
  ::sigset_t blocked{};
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return ::sigismember(&blocked, signal) == 1;
}

}  // namespace

TEST_CASE("a thread that begins while signals are blocked takes only those that are left out") {
  bool is_interrupt_blocked = false;
  bool is_fault_blocked = true;
  {
    signals_blocked const blocked{SIGBUS};
    std::thread{[&] {
      is_interrupt_blocked = is_blocked(SIGINT);
      is_fault_blocked = is_blocked(SIGBUS);
    }}.join();
  }
  CHECK(is_interrupt_blocked);
  CHECK_FALSE(is_fault_blocked);
}

TEST_CASE("the signals that were blocked before are blocked afterwards, and no others") {
  ::sigset_t usual{};
  ::sigset_t own{};
  sigaddset(&own, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &own, &usual);
  {
    signals_blocked const blocked;
    CHECK(is_blocked(SIGUSR1));
    CHECK(is_blocked(SIGUSR2));
  }
  CHECK(is_blocked(SIGUSR1));
  CHECK_FALSE(is_blocked(SIGUSR2));
  ::pthread_sigmask(SIG_SETMASK, &usual, nullptr);
}

}  // namespace signals_blocked_test
