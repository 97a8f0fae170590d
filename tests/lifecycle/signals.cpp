// The effect of a signal on a program whose session traces signals. It prints "ready" when the
// signal may come.
#include <trace2/reconfigure.hpp>
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "verbs.hpp"
#include <signal.h>
#include <unistd.h>

namespace {

void say_ready() {
  constexpr std::string_view word = "ready\n";
  if (::write(STDOUT_FILENO, word.data(), word.size()) < 0) std::abort();
}

[[noreturn]] void wait_forever() {
  say_ready();
  for (;;) ::pause();
}

void trace_without_end() {
  for (unsigned i = 0;; ++i) {
    TRACE2_REGION("test", "region");
    trace2::data("test", "number", i);
  }
}

int wait_in_main(int, char**) { wait_forever(); }

/// All signals go to a thread of which the library knows nothing.
int wait_in_thread(int, char**) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // Before the thread says that it is ready: from then on no signal may come here.
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread waiting{[&] {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    wait_forever();
  }};
  waiting.join();
  return 1;
}

int trace_in_main(int, char**) {
  say_ready();
  trace_without_end();
  return 1;
}

int trace_in_threads(int, char**) {
  for (int i = 0; i < 3; ++i)
    std::thread{[] {
      trace2::thread_start("busy");
      trace_without_end();
    }}.detach();
  say_ready();
  trace_without_end();
  return 1;
}

/// Threads that are new at any time: the signal meets their very first events.
int trace_in_new_threads(int, char**) {
  say_ready();
  for (;;) {
    std::thread first{[] { TRACE2_PRINTF("%d", 1); }};
    std::thread second{[] { TRACE2_THREAD("new"); }};
    first.join();
    second.join();
  }
}

int run_tasks(int, char**) {
  say_ready();
  for (;;) {
    trace2::task task{"test", "task"};
    trace2::task_scope const runs{task};
    TRACE2_REGION("test", "region of a task");
  }
}

int start_children(int, char**) {
  say_ready();
  char const* const argv[] = {"child", nullptr};
  for (;;) trace2::child{{.argv = argv}}.exited(::getpid(), 0);
}

int change_settings(int, char**) {
  say_ready();
  for (int i = 0;; ++i) {
    trace2::session::reconfigure({{"TRACE2_PERF_BRIEF", i % 2 == 0 ? "1" : "0"}});
    TRACE2_DATA("test", "change", i);
  }
}

/// One session after the other, each with an id.
int begin_sessions(int argc, char** argv) {
  say_ready();
  for (;;) {
    trace2::session const next{argc, argv, {.ancestry = false, .signals = true}};
    if (*trace2::session::id() == '\0') return 1;
    next.end();
  }
}

std::atomic<int> taken{0};

/// The program takes or ignores signals itself; the trace is none of their business.
int own_handler(int, char**) {
  struct sigaction ours {};
  ours.sa_handler = [](int signo) { taken = signo; };
  ::sigaction(SIGTERM, &ours, nullptr);
  ::raise(SIGTERM);
  return taken == SIGTERM ? 0 : 1;
}

/// A handler with errors that the checks of test programs must find.
int unsafe_handler(int, char**) {
  static void* volatile memory;
  memory = nullptr;
  struct sigaction ours {};
  ours.sa_handler = [](int) { memory = std::malloc(1); };
  ::sigaction(SIGTERM, &ours, nullptr);
  ::raise(SIGTERM);
  return memory == nullptr;
}

int ignored(int, char**) {
  for (int const signo : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::raise(signo);
  return 0;
}

/// Dispositions as they are now, one per line.
int dispositions(int, char**) {
  for (int const signo : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGABRT, SIGXFSZ, SIGTTOU}) {
    struct sigaction now {};
    ::sigaction(signo, nullptr, &now);
    ::printf("%d %s\n", signo,
             now.sa_handler == SIG_DFL   ? "default"
             : now.sa_handler == SIG_IGN ? "ignored"
                                         : "handled");
  }
  return 0;
}

constexpr lifecycle::verb verbs[] = {
    {"main", wait_in_main},
    {"thread", wait_in_thread},
    {"busy_main", trace_in_main},
    {"busy_threads", trace_in_threads},
    {"new_threads", trace_in_new_threads},
    {"tasks", run_tasks},
    {"children", start_children},
    {"settings", change_settings},
    {"sessions", begin_sessions},
    {"own_handler", own_handler},
    {"unsafe_handler", unsafe_handler},
    {"ignored", ignored},
    {"dispositions", dispositions},
};

}  // namespace

int main(int argc, char** argv) {
  bool const asks = std::getenv("TRACE_NO_SIGNALS") == nullptr;
  trace2::session const trace{argc, argv, {.ancestry = false, .signals = asks}};
  return lifecycle::run_verb(argc, argv, verbs);
}
