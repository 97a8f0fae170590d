// A command in the manner of Git's: each verb uses the library as one of Git's commands would, and
// driver.py knows the expected traces.
#include <trace2/trace2.hpp>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "verbs.hpp"
#include <spawn.h>
#include <unistd.h>

namespace {

using trace2::sum_scope;

trace2::timer const total_timer{"test", "total"};
trace2::timer const thread_timer{"test", "by thread", sum_scope::per_thread};
trace2::counter const total_counter{"test", "total"};
trace2::counter const thread_counter{"test", "by thread", sum_scope::per_thread};

int number(char const* text) { return std::atoi(text); }

int return_code(int, char** argv) { return number(argv[0]); }

int report_errors(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) TRACE2_ERROR("%s", argv[i]);
  trace2::error("cannot read 'a'", "cannot read '%s'");
  return 128;
}

/// Runs the arguments as a command and returns its code.
int run_child(int, char** argv) {
  trace2::cmd_name("run");
  trace2::child const child{{.argv = argv, .child_class = "test"}};
  pid_t pid = 0;
  if (::posix_spawnp(&pid, argv[0], nullptr, nullptr, argv, environ) != 0) {
    child.failed();
    return 127;
  }
  return child.wait(pid);
}

int run_in_background(int, char** argv) {
  trace2::child const child{{.argv = argv, .directory = "/", .hook_name = "post work"}};
  pid_t pid = 0;
  if (::posix_spawnp(&pid, argv[0], nullptr, nullptr, argv, environ) != 0) return 127;
  child.ready(pid);
  ::waitpid(pid, nullptr, 0);
  return 0;
}

/// The child gets its environment from the library's list; that of this process has nothing of it.
int run_with_environment(int, char** argv) {
  trace2::cmd_name("run");
  if (::getenv("TRACE2_PARENT_SID") != nullptr) return 3;
  trace2::child_environment const environment;
  trace2::child const child{{.argv = argv}};
  pid_t pid = 0;
  if (::posix_spawnp(&pid, argv[0], nullptr, nullptr, argv, environment.list()) != 0) return 127;
  return child.wait(pid);
}

int become(int, char** argv) {
  trace2::exec const attempt{argv[0], argv};
  ::execvp(argv[0], argv);
  attempt.failed(errno);
  return 127;
}

int show_data(int, char**) {
  trace2::data("category", "text", "a \"b\" | c");
  trace2::data("category", "number", -3);
  TRACE2_REGION("outer", "one");
  trace2::data("category", "within", 1);
  TRACE2_REGION("inner", "two");
  trace2::data("category", "deep", 2);
  TRACE2_REGION("inner", "three");
  return 0;
}

int name_twice(int, char**) {
  trace2::cmd_name("first");
  trace2::cmd_name("second");
  trace2::cmd_mode("mode");
  return 0;
}

int name_all(int, char**) {
  trace2::cmd_path("/bin/driver");
  trace2::cmd_alias("co", {"checkout", "--quiet it"});
  trace2::repo_id repo;
  trace2::def_repo(repo, "/work tree");
  trace2::def_repo(repo, "/work tree");
  trace2::def_param("core.jobs", "8", trace2::scope::local);
  trace2::print("a message");
  trace2::region_leave("never", "entered", repo);
  trace2::region_leave("never", "entered", repo);
  return 0;
}

void measure(unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    auto const outer = total_timer.measure();
    auto const nested = total_timer.measure();
    auto const by_thread = thread_timer.measure();
    total_counter.add(2);
    thread_counter.add(3);
  }
}

int sum_up(int, char** argv) {
  std::vector<std::thread> threads;
  for (int i = 0; i < number(argv[0]); ++i)
    std::thread{[i] {
      TRACE2_THREAD("worker");
      measure(static_cast<unsigned>(i) + 1);
    }}.join();
  measure(10);
  return 0;
}

/// Secrets wherever a program may have them.
int tell_secrets(int, char**) {
  char const* const url = "https://user:pa@ss@host/path";
  char const* const other = "ssh://user:wo/rd@host/path";
  trace2::cmd_alias("fetch", {"fetch", url});
  trace2::child const child{{.argv = {"fetch", url, other, "--password=hunter2"}}};
  child.failed();
  trace2::exec const attempt{url, {"fetch", url}};
  attempt.failed(2);
  trace2::def_param("remote.url", url, trace2::scope::local);
  trace2::error(std::string{"cannot read "} + other);
  TRACE2_ERROR("cannot fetch '%s'", url);
  TRACE2_ERROR("Authorization: Bearer %s", "hunter2");
  return 0;
}

int show_environment(int, char**) {
  for (char const* const name :
       {"TRACE2_PARENT_SID", "TRACE2_PARENT_NAME", "TRACEPARENT", "TRACESTATE"}) {
    char const* const value = ::getenv(name);
    ::printf("%s=%s\n", name, value == nullptr ? "" : value);
  }
  return 0;
}

constexpr lifecycle::verb verbs[] = {
    {"return", return_code},
    {"error", report_errors},
    {"child", run_child},
    {"background", run_in_background},
    {"list", run_with_environment},
    {"exec", become},
    {"data", show_data},
    {"names", name_twice},
    {"all", name_all},
    {"sums", sum_up},
    {"secrets", tell_secrets},
    {"environment", show_environment},
};

/// A program's own secret, besides those that the library knows.
bool hide_word(trace2::text shown, trace2::redacted_text& out) noexcept {
  std::string_view const words = shown;
  if (words.find("wizard") == words.npos) return trace2::redact(shown, out);
  out.append("<hidden>");
  return true;
}

bool is_set(char const* name) { return ::getenv(name) != nullptr; }

}  // namespace

int main(int argc, char** argv) {
  trace2::session_options options{.program_version = "1.2.3", .ancestry = false};
  if (is_set("DRIVER_GIT")) options.settings = trace2::git_settings;
  if (is_set("DRIVER_LIST")) options.exports = false;
  if (is_set("DRIVER_CONTEXT")) options.trace_context = true;
  if (is_set("DRIVER_HIDES")) options.redact_with = hide_word;
  if (is_set("DRIVER_FILES")) {
    options.settings.prefix = "FROB_TRACE2";
    options.settings.user_files[0] = "~/.frobconfig";
  }
  trace2::session const trace{argc, argv, options};
  return trace.exit(lifecycle::run_verb(argc, argv, verbs));
}
