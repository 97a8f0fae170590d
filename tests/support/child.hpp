// Runs actions in a child process, if they would change or end the process of the tests.
#pragma once

#include "support/catch.hpp"
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace support {

/// How a child process ended: its exit code, or the negated number of the signal that killed or
/// stopped it.
inline int result_of(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, WUNTRACED) != child) return 255;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  if (WIFSIGNALED(status)) return -WTERMSIG(status);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return -WSTOPSIG(status);
}

/// Starts a child that runs `action`, which returns its exit code. No destructor runs in the child.
pid_t start_child(auto const& action) {
  pid_t const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(action());
  return child;
}

int run_in_child(auto const& action) { return result_of(start_child(action)); }

/// For a child: `handler`, which ends it, interrupts it when it has computed for so many
/// microseconds. A child that this does not end is killed by SIGALRM a minute from now.
inline void interrupt_after(int microseconds, void (*handler)(int)) {
  ::signal(SIGPROF, handler);
  ::signal(SIGALRM, SIG_DFL);
  ::alarm(60);
  itimerval const soon{{}, {0, microseconds}};
  ::setitimer(ITIMER_PROF, &soon, nullptr);
}

}  // namespace support
