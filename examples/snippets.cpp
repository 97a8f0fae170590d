// The examples of the reference: each part between two marks stands on the page of a class.
#include <trace2/control.hpp>
#include <trace2/disturbances.hpp>
#include <trace2/phase.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/sink/null.hpp>
#include <trace2/sink/rotating.hpp>
#include <trace2/sink/unix_socket.hpp>
#include <trace2/task.hpp>
#include <trace2/task/wait.hpp>
#include <trace2/trace2.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

//! [region]
class import {
 public:
  void begin(std::string const& name) { whole_.enter("import", name); }
  void end() { whole_.leave(); }

 private:
  trace2::region whole_;  // empty until `enter`
};
//! [region]

//! [thread_scope]
void hash_files() {
  trace2::thread_scope const scope{"hash"};  // thread_start of "th01:hash", thread_exit at the end
}
//! [thread_scope]

//! [task]
struct request {
  trace2::task task{"http", "request"};  // begins; its parent is the task that this thread runs
};

void go_on_with(request& one) {
  trace2::task_scope const runs{one.task};  // this thread runs the task, until the end of the scope
  TRACE2_REGION("http", "parse");           // a region of the task
}
//! [task]

//! [wait_region]
std::mutex lock;
std::condition_variable changed;
bool has_work = true;

void wait_for_work() {
  std::unique_lock held{lock};
  trace2::wait_region const waits{"pool", "idle"};
  changed.wait(held, [] { return has_work; });
}
//! [wait_region]

void attach_sinks() {
  //! [file_sink]
  static trace2::file_sink file{"frob.perf"};
  if (file.error() != 0) std::perror("frob.perf");
  trace2::tracer::attach<trace2::format::perf>(file, {.brief = true});
  //! [file_sink]
  //! [buffered_sink]
  static trace2::file_sink slow{"frob.event"};
  static trace2::buffered_sink fast{slow, 64 * 1024};  // both live as long as the process
  trace2::tracer::attach<trace2::format::json>(fast, {.nesting_limit = 10});
  //! [buffered_sink]
}

void attach_others() {
  //! [rotating_sink]
  static trace2::rotating_sink log{"frob.event", {.size = 100 << 20, .kept = 3}};  // 100 MiB each
  trace2::tracer::attach<trace2::format::json>(log);
  //! [rotating_sink]
  //! [unix_socket_sink]
  static trace2::unix_socket_sink collector{"/run/frob/trace.socket"};
  trace2::tracer::attach<trace2::format::json>(collector);
  //! [unix_socket_sink]
  //! [descriptor_sink]
  static trace2::descriptor_sink standard_error{2};
  trace2::tracer::attach<trace2::format::normal>(standard_error);
  //! [descriptor_sink]
  //! [null_sink]
  static trace2::null_sink nowhere;
  trace2::tracer::attach<trace2::format::json>(nowhere);  // for measuring what a line costs
  //! [null_sink]
}

//! [memory_sink]
trace2::memory_sink lines;

void attach_memory() { trace2::tracer::attach<trace2::format::normal>(lines, {.brief = true}); }

void print_lines() {
  lines.for_each_line([](std::string_view line) {
    std::printf("%.*s\n", static_cast<int>(line.size()), line.data());
  });
}
//! [memory_sink]

void values() {
  //! [data_value]
  TRACE2_DATA("index", "entries", 3u);                                // a number
  TRACE2_DATA("index", "is_sparse", false);                           // "false"
  TRACE2_DATA("index", "age", 1500ms);                                // 1.500000
  TRACE2_DATA("index", "path", std::filesystem::path{"/var/index"});  // a text
  //! [data_value]
  //! [duration]
  trace2::duration const age = 1500ms;  // or duration::microseconds(1'500'000)
  trace2::data("index", "age", age);
  //! [duration]
  //! [text]
  std::string const name = "index";
  trace2::cmd_mode(name);     // a string, a view, a literal, a path
  trace2::cmd_mode(nullptr);  // absent
  //! [text]
  //! [arguments]
  std::vector<std::string> const words{"log", "--graph"};
  trace2::cmd_alias("lg", words);               // a range
  trace2::cmd_alias("lg", {"log", "--graph"});  // a braced list
  //! [arguments]
  //! [verbs]
  trace2::tracer::region_enter("index", "load");
  trace2::tracer::data("index", "entries", 3);
  trace2::tracer::region_leave("index", "load");
  //! [verbs]
  //! [call_site]
  trace2::call_site const at = trace2::call_site::here();
  trace2::tracer::print_f(at, "%d of %d", 1, 2);
  //! [call_site]
  //! [repo_id]
  static trace2::repo_id repo{trace2::repo_id::unregistered};
  trace2::def_repo(repo, "/home/me/frob");  // announces it, with the number 1
  TRACE2_DATA("index", "entries", 3, repo);
  //! [repo_id]
  //! [disturbances]
  trace2::disturbances const of_loop{"words", "loop"};
  //! [disturbances]
  //! [region_with_sums]
  trace2::region_with_sums const part{"bench", "fill"};
  //! [region_with_sums]
}

void change_tracing() {
  //! [reconfigure]
  bool const is_open = trace2::session::reconfigure({{"FROB_TRACE2_EVENT", "/var/tmp/frob.event"}});
  if (!is_open) std::fputs("frob: cannot trace to /var/tmp\n", stderr);
  //! [reconfigure]
  //! [control]
  trace2::control::allow();  // as TRACE2_CONTROL=1 does
  //! [control]
}

#if TRACE2_ENABLED
//! [redactor]
/// Hides a PIN, and otherwise what the library hides.
bool hide(trace2::text shown, trace2::redacted_text& out) noexcept {
  std::string_view const text = shown;
  if (!text.starts_with("--pin=")) return trace2::redact(shown, out);
  out.append("--pin=<REDACTED>");
  return true;
}
//! [redactor]
#endif

}  // namespace

int main(int argc, char** argv) {
#if TRACE2_ENABLED
  static_cast<void>(trace2::redactor{&hide});
#endif
  attach_memory();
  //! [session]
  constexpr trace2::settings_source frob{
      .prefix = "FROB_TRACE2", .system_file = "/etc/frob.conf", .user_files = {"frob/config"}};
  trace2::session const trace{
      argc, argv, {.program_version = "1.4.2", .settings = frob, .signals = true}};
  //! [session]
  std::thread{hash_files}.join();
  request one;
  go_on_with(one);
  wait_for_work();
  values();
import all;
  all.begin("names");
  all.end();
  if (argc > 1) {
    // Not in the tests: these open files and sockets.
    attach_sinks();
    attach_others();
    print_lines();
    change_tracing();
  }
  return trace.exit(0);
}
