// Processes that a traced process starts, in every way the system has.
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "verbs.hpp"
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

trace2::counter const counted{"test", "counted"};
trace2::timer const timed{"test", "timed"};
trace2::distribution_timer const distributed{"test", "distributed"};

char** arguments_of_main;

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) != pid) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Runs `action` in a child, which then ends as a program does.
template <class Action>
int in_child(Action const& action) {
  pid_t const pid = ::fork();
  if (pid == 0) std::exit(action());
  return wait_for(pid);
}

[[noreturn]] void become(char const* verb) {
  char const* const argv[] = {arguments_of_main[0], verb, nullptr};
  ::execv(argv[0], const_cast<char* const*>(argv));
  ::_exit(127);
}

/// The child has regions, sums, ids and threads of its own, whatever the parent has.
int plain(int, char**) {
  counted.add(100);
  {
    auto const interval = timed.measure();
  }
  for (int i = 0; i < 10; ++i) {
    auto const interval = distributed.measure();
  }
  auto const running = distributed.measure();
  trace2::cmd_name("parent");
  trace2::child_record const before = trace2::tracer::child_start({.argv = {"before"}});
  trace2::region_enter("test", "outer");
  int const code = in_child([] {
    trace2::print("in the child");
    trace2::region_leave("test", "outer");
    trace2::region_enter("test", "of the child");
    trace2::region_leave("test", "of the child");
    trace2::child const grandchild{{.argv = {"grandchild"}}};
    grandchild.exited_with(1, 0);
    trace2::exec const attempt{"nothing", {"nothing"}};
    std::thread{[] { TRACE2_THREAD("first"); }}.join();
    counted.add(5);
    for (int i = 0; i < 2; ++i) {
      auto const interval = distributed.measure();
    }
    return 3;
  });
  trace2::region_leave("test", "outer");
  trace2::tracer::child_exit(before, 1, code);
  return code == 3 ? 0 : 1;
}

/// A child of which nobody hears.
int silent(int, char**) {
  pid_t const pid = ::fork();
  if (pid == 0) ::_exit(4);
  return wait_for(pid) == 4 ? 0 : 1;
}

int exits_at_once(int, char**) {
  return in_child([] { return 5; }) == 5 ? 0 : 1;
}

int fork_and_exec(int, char**) {
  pid_t const pid = ::fork();
  if (pid == 0) become("leaf");
  return wait_for(pid);
}

/// A child that has traced before it becomes another program is a level of its own.
int traced_fork_and_exec(int, char**) {
  pid_t const pid = ::fork();
  if (pid == 0) {
    trace2::exec const attempt{arguments_of_main[0], {"forks", "leaf"}};
    become("leaf");
  }
  return wait_for(pid);
}

int exec_only(int, char**) {
  trace2::exec const failing{"/nonexistent", {"/nonexistent"}};
  ::execl("/nonexistent", "/nonexistent", nullptr);
  failing.failed(errno);
  trace2::exec const attempt{arguments_of_main[0], {"forks", "leaf"}};
  become("leaf");
}

int use_vfork(int, char**) {
  pid_t const pid = ::vfork();
  if (pid == 0) {
    char const* const argv[] = {arguments_of_main[0], "leaf", nullptr};
    ::execv(argv[0], const_cast<char* const*>(argv));
    ::_exit(127);
  }
  return wait_for(pid);
}

int use_spawn(int, char**) {
  pid_t pid = 0;
  char const* const argv[] = {arguments_of_main[0], "leaf", nullptr};
  if (::posix_spawn(&pid, argv[0], nullptr, nullptr, const_cast<char* const*>(argv), environ) != 0)
    return 1;
  return wait_for(pid);
}

int use_system(int, char**) {
  trace2::buffer command;
  trace2::detail::append_quoted(command, arguments_of_main[0]);
  command.append(" leaf");
  return std::system(std::string{command.view()}.c_str()) == 0 ? 0 : 1;
}

int use_daemon(int, char**) {
  if (::daemon(1, 1) != 0) return 1;
  trace2::print("in the daemon");
  counted.add(1);
  return 0;
}

/// A daemon by the book: it closes all descriptors, and opens its own with the first numbers.
int closing_daemon(int, char** argv) {
  if (::fork() != 0) ::_exit(0);
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  for (int fd = 0; fd < 1024; ++fd) ::close(fd);
  for (int fd = 0; fd < 20; ++fd) ::open(argv[0], O_RDWR | O_CREAT | O_APPEND, 0600);
  trace2::print("in the daemon");
  return 0;
}

int generations(int, char**) {
  return in_child([] {
    trace2::print("first");
    return in_child([] {
      trace2::print("second");
      return in_child([] { return 7; });
    });
  });
}

/// Who forks is the only thread of the child, and main there.
int fork_in_thread(int, char**) {
  int code = 0;
  std::thread{[&code] {
    trace2::thread_start("forking");
    trace2::region_enter("test", "in the thread");
    code = in_child([] {
      trace2::print("in the child");
      return 0;
    });
  }}.join();
  return code;
}

int signal_in_silent_child(int, char**) {
  return in_child([] {
           ::raise(SIGTERM);
           return 0;
         }) == 128 + SIGTERM
             ? 0
             : 1;
}

int leaf(int, char**) {
  trace2::print("leaf");
  return 0;
}

/// Threads start, trace, define counters and end all the time while others fork.
int storm(int argc, char** argv) {
  int const children = argc > 0 ? std::atoi(argv[0]) : 20;
  static std::atomic<bool> is_over{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([] {
      TRACE2_THREAD("busy");
      for (unsigned n = 0; !is_over; ++n) {
        TRACE2_REGION("test", "region");
        trace2::data("test", "number", n);
        trace2::counter const fresh{"fresh", std::to_string(n % 900)};
        fresh.add();
      }
    });
  threads.emplace_back([] {
    while (!is_over) std::thread{[] { TRACE2_THREAD("brief"); }}.join();
  });
  auto const fork_some = [&failures, children] {
    for (int i = 0; i < children; ++i) {
      int const code = in_child([] {
        trace2::print("in the child");
        counted.add(1);
        trace2::counter const fresh{"fresh", "of a child"};
        fresh.add();
        std::thread{[] { TRACE2_THREAD("of a child"); }}.join();
        return 9;
      });
      if (code != 9) ++failures;
    }
  };
  std::thread other{[&] {
    TRACE2_THREAD("forking");
    fork_some();
  }};
  fork_some();
  other.join();
  is_over = true;
  for (auto& thread : threads) thread.join();
  return failures;
}

/// Children of a thread that may have been forked while another one changed the environment. They
/// say a name, and start a program.
int fork_among_changes(int, char**) {
  std::atomic<bool> is_over{false};
  std::thread other{[&] {
    for (unsigned i = 0; !is_over; ++i) ::setenv("FROB_STATE", std::to_string(i).c_str(), 1);
  }};
  int failures = 0;
  for (int i = 0; i < 60; ++i) {
    pid_t const pid = ::fork();
    if (pid == 0) {
      ::alarm(20);
      trace2::cmd_name("child");
      become("leaf");
    }
    failures += wait_for(pid) != 0;
  }
  is_over = true;
  other.join();
  return failures;
}

/// Children that may have been forked while another thread asked the loader for its objects.
int fork_among_loads(int, char**) {
  std::atomic<bool> is_over{false};
  std::thread other{[&] {
    while (!is_over)
      ::dl_iterate_phdr([](dl_phdr_info*, std::size_t, void*) { return 0; }, nullptr);
  }};
  int failures = 0;
  for (int i = 0; i < 40; ++i) {
    pid_t const pid = ::fork();
    if (pid == 0) {
      ::alarm(20);
      trace2::print("in the child");
      std::exit(0);
    }
    failures += wait_for(pid) != 0;
  }
  is_over = true;
  other.join();
  return failures;
}

/// Asks for the id before anything else is traced in the child.
int identify(int, char**) {
  return in_child([] {
    ::puts(trace2::session::id());
    return 0;
  });
}

constexpr lifecycle::verb verbs[] = {
    {"fork_among_changes", fork_among_changes},
    {"fork_among_loads", fork_among_loads},
    {"identify", identify},
    {"plain", plain},
    {"silent", silent},
    {"exits_at_once", exits_at_once},
    {"fork_and_exec", fork_and_exec},
    {"traced_fork_and_exec", traced_fork_and_exec},
    {"exec_only", exec_only},
    {"vfork", use_vfork},
    {"spawn", use_spawn},
    {"system", use_system},
    {"daemon", use_daemon},
    {"closing_daemon", closing_daemon},
    {"generations", generations},
    {"fork_in_thread", fork_in_thread},
    {"signal_in_silent_child", signal_in_silent_child},
    {"leaf", leaf},
    {"storm", storm},
};

}  // namespace

int main(int argc, char** argv) {
  arguments_of_main = argv;
  trace2::session const trace{argc, argv, {.ancestry = false, .signals = true}};
  return lifecycle::run_verb(argc, argv, verbs);
}
