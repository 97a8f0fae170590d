// Every way in which a process can end, or not begin, a trace.
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "verbs.hpp"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

trace2::counter const counted{"test", "counted"};
trace2::counter const counted_by_thread{"test", "per_thread", trace2::sum_scope::per_thread};
trace2::timer const timed{"test", "timed"};

/// Traces from its birth to its death, whenever those are.
struct chatty {
  explicit chatty(char const* of_whom) : who{of_whom} { TRACE2_PRINTF("%s is made", who); }
  ~chatty() {
    TRACE2_PRINTF("%s ends", who);
    TRACE2_REGION("static", "destructor");
    counted.add();
  }
  char const* who;
};
chatty const before_main{"before main"};

void measure(unsigned amount) {
  auto const interval = timed.measure();
  counted.add(amount);
  counted_by_thread.add(amount);
}

/// A thread that only counts, and never ends.
void run_forever(std::atomic<int>& ready) {
  measure(1000);
  ++ready;
  for (;;) ::pause();
}

int number(char const* text) { return std::atoi(text); }

int return_code(int, char** argv) { return number(argv[0]); }

int call_exit(int, char** argv) { std::exit(number(argv[0])); }

int call_quick_exit(int, char** argv) { std::quick_exit(number(argv[0])); }

int call_underscore_exit(int, char** argv) { ::_exit(number(argv[0])); }

int call_abort(int, char**) { std::abort(); }

int throw_up(int, char**) { throw std::runtime_error{"nobody catches it"}; }

/// Main and a thread that goes on have counted when another thread ends the process.
int exit_on_thread(int, char**) {
  static std::atomic<int> ready{0};
  measure(100);
  TRACE2_CALL(region_enter, "left", "open");
  std::thread{[] { run_forever(ready); }}.detach();
  while (ready != 1) std::this_thread::yield();
  std::thread{[] {
    trace2::thread_start("ends");
    TRACE2_CALL(region_enter, "left", "open");
    measure(10);
    std::exit(5);
  }}.detach();
  for (;;) ::pause();
}

/// Threads trace on while the process ends.
int exit_among_others(int, char**) {
  static std::atomic<int> ready{0};
  for (int i = 0; i < 3; ++i)
    std::thread{[] {
      TRACE2_THREAD("busy");
      for (unsigned n = 0;; ++n) {
        trace2::data("test", "number", n);
        counted.add();
        if (n == 0) ++ready;
      }
    }}.detach();
  while (ready != 3) std::this_thread::yield();
  return 0;
}

/// Main ends alone, and another thread with it the process.
int end_main_first(int, char**) {
  measure(100);
  std::thread{[main = ::pthread_self()] {
    ::pthread_join(main, nullptr);
    measure(10);
    std::exit(6);
  }}.detach();
  ::pthread_exit(nullptr);
}

/// Threads that trace without hello or goodbye.
int silent_threads(int, char**) {
  for (int i = 0; i < 3; ++i)
    std::thread{[] {
      measure(7);
      trace2::data("test", "from", "thread");
    }}.join();
  std::thread{[] {
    trace2::thread_start("no_goodbye");
    measure(1);
  }}.join();
  std::thread{[] { trace2::thread_exit(); }}.join();
  return 0;
}

int static_objects(int, char**) {
  static chatty const within_main{"within main"};
  return 0;
}

int exit_handlers(int, char**) {
  std::atexit([] {
    TRACE2_REGION("late", "handler");
    counted.add(3);
    trace2::print("in a handler");
  });
  return 0;
}

/// Ends with phases open: of the process, of this thread, and of another one.
int exit_in_phases(int, char** argv) {
  std::atomic<bool> is_begun{false};
  std::thread{[&] {
    trace2::phase const of_other{"test", "of another thread"};
    measure(3);
    is_begun = true;
    for (;;) ::pause();
  }}.detach();
  while (!is_begun) std::this_thread::yield();
  trace2::phase step{"test", "shown in time"};
  step.next("test", "of all");
  trace2::phase const own{"test", "own", trace2::sum_scope::per_thread};
  measure(2);
  if (argv[0][0] == 'q') std::quick_exit(3);
  std::exit(3);
}

/// Each verb once, for when nobody listens.
void call_everything() {
  errno = 77;
  trace2::cmd_name("name");
  trace2::cmd_mode("mode");
  trace2::cmd_alias("alias", {"a"});
  trace2::cmd_path("path");
  trace2::cmd_list_config();
  trace2::cmd_list_env_vars();
  trace2::cmd_set_config("key", "value");
  trace2::def_param("name", "value");
  trace2::repo_id repo;
  trace2::def_repo(repo, "/tree");
  trace2::error("error");
  trace2::print("print");
  trace2::data("test", "key", 1);
  { TRACE2_REGION("test", "region"); }
  trace2::region_leave("test", "surplus");
  trace2::thread_start("thread");
  trace2::thread_exit();
  measure(1);
  timed.stop();
  trace2::child const child{{.argv = {"child"}}};
  child.exited_with(1, 0);
  trace2::exec const attempt{"exec", {"exec"}};
  attempt.failed(2);
  trace2::cmd_exit(9);
  if (errno != 77) std::abort();
}

int after_the_end(int, char**);
int two_sessions(int, char**);
int session_again(int, char**);
int fork_between_sessions(int, char**);
int many_sessions(int, char**);

constexpr lifecycle::verb verbs[] = {
    {"return", return_code},
    {"exit", call_exit},
    {"quick_exit", call_quick_exit},
    {"_exit", call_underscore_exit},
    {"abort", call_abort},
    {"throw", throw_up},
    {"exit_on_thread", exit_on_thread},
    {"exit_among_others", exit_among_others},
    {"end_main_first", end_main_first},
    {"silent_threads", silent_threads},
    {"static_objects", static_objects},
    {"exit_handlers", exit_handlers},
    {"exit_in_phases", exit_in_phases},
    {"after_the_end", after_the_end},
    {"two_sessions", two_sessions},
    {"session_again", session_again},
    {"fork_between_sessions", fork_between_sessions},
    {"many_sessions", many_sessions},
};

int argument_count;
char** argument_list;

int after_the_end(int, char**) {
  trace2::session const trace{argument_count, argument_list};
  trace.end();
  call_everything();
  std::thread{call_everything}.join();
  trace.end();
  return 3;
}

int two_sessions(int, char**) {
  trace2::session const trace{argument_count, argument_list};
  trace2::session const another{argument_count, argument_list};
  measure(1);
  return another.exit(0);
}

int session_again(int, char**) {
  for (unsigned i = 1; i <= 3; ++i) {
    trace2::session const trace{argument_count, argument_list};
    measure(i);
    trace2::child const child{{.argv = {"child"}}};
    trace2::cmd_name("again");
    if (i != 3) trace.end();
  }
  return 0;
}

/// One session after the other, in a process that may have 40 descriptors.
int many_sessions(int, char**) {
  rlimit const few{40, 40};
  ::setrlimit(RLIMIT_NOFILE, &few);
  for (int i = 0; i < 100; ++i) {
    trace2::session const trace{argument_count, argument_list, {.ancestry = false}};
    trace.end();
  }
  return 0;
}

/// Processes that know their ids before they trace.
int fork_between_sessions(int, char**) {
  std::string_view const before = trace2::session::id();
  for (int i = 0; i < 2; ++i) {
    pid_t const pid = ::fork();
    trace2::session const trace{argument_count, argument_list};
    if (pid == 0) return std::string_view{trace2::session::id()}.starts_with(before) ? 0 : 1;
    int status = 1;
    ::waitpid(pid, &status, 0);
    if (status != 0) return 1;
    trace.end();
  }
  return 0;
}

int never() {
  call_everything();
  std::thread{call_everything}.join();
  if (::getenv("TRACE2_PARENT_SID") != nullptr || trace2::is_enabled()) return 1;
  std::string_view const id = trace2::session::id();
  return id == ::getenv("TRACE2_PARENT_SID") ? 4 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  argument_count = argc;
  argument_list = argv;
  std::string_view const verb = argc > 1 ? argv[1] : "";
  if (verb == "never") return never();
  if (verb == "after_the_end" || verb == "two_sessions" || verb == "session_again" ||
      verb == "fork_between_sessions" || verb == "many_sessions")
    return lifecycle::run_verb(argc, argv, verbs);
  std::atexit([] { TRACE2_PRINTF("registered before"); });
  trace2::session const trace{argc, argv, {.program_version = "1.0"}};
  int const code = lifecycle::run_verb(argc, argv, verbs);
  return verb == "return" ? trace.exit(code) : code;
}
