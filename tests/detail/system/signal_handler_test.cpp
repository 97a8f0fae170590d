#include <trace2/detail/system/signal_handler.hpp>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <signal.h>

namespace signal_handler_test {

using trace2::detail::signal_handler;

namespace {

int seen = 0;
constexpr signal_handler ours{+[](int signo) { seen = signo; }};

}  // namespace

TEST_CASE("a signal with its default action is taken over, and given back") {
  CHECK(support::run_in_child([] {
          ::signal(SIGUSR1, SIG_DFL);
          if (ours.has(SIGUSR1) || !ours.take(SIGUSR1) || !ours.has(SIGUSR1)) return 1;
          ::raise(SIGUSR1);
          if (seen != SIGUSR1) return 2;
          ours.give_back(SIGUSR1);
          return ::signal(SIGUSR1, SIG_IGN) == SIG_DFL ? 0 : 3;
        }) == 0);
}

TEST_CASE("a signal that the program handles or ignores stays the program's") {
  CHECK(support::run_in_child([] {
          ::signal(SIGUSR1, SIG_IGN);
          if (ours.take(SIGUSR1)) return 1;
          ours.give_back(SIGUSR1);
          if (::signal(SIGUSR1, SIG_DFL) != SIG_IGN) return 2;
          struct sigaction programs {};
          programs.sa_flags = SA_SIGINFO;
          programs.sa_sigaction = [](int, siginfo_t*, void*) {};
          ::sigaction(SIGUSR1, &programs, nullptr);
          if (ours.take(SIGUSR1) || ours.has(SIGUSR1)) return 3;
          ours.give_back(SIGUSR1);
          struct sigaction now {};
          ::sigaction(SIGUSR1, nullptr, &now);
          return now.sa_sigaction == programs.sa_sigaction ? 0 : 4;
        }) == 0);
}

}  // namespace signal_handler_test
