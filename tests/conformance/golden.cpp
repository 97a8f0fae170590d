// Makes one call after the other and prints the lines that each has written to the three targets:
// golden full | brief
//
// Every character is a byte of the output, except: "⏎" and the line break behind it are one LF, and
// "⟨0b⟩" is the byte 0x0b. The clock stands at midnight, so there is nothing else to make equal.
// Together the calls show every line of R-NRM-05, R-PRF-12 and R-EVT-05 that a program can cause,
// and every branch of each (R-GLD-01).
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using trace2::call_site;
using trace2::child_record;
using trace2::json_text;
using trace2::repo_id;
using trace2::scope;
using trace2::text;
using trace2::tracer;

using words = std::vector<char const*>;

words const none{nullptr};
words const git_version{"git", "version", nullptr};
words const odd_words{"a",          "",    "b c", "d'e",  "f!g",  "h\"i", "\xc3\xa9", "j\nk",
                      "+,-./:=@_^", "~",   "'!'", "a%b",  "a*b",  "a\\b", "a\tb",     "A9z",
                      "#x",         "[x]", "{x}", "(x)",  "<x>",  "x;y",  "x&y",      "x|y",
                      "x$y",        "x`y", "x?y", "a''b", "a!!b", nullptr};
words const processes{"bash", "tmux: server", "it's", nullptr};
words const urls{"https://u:p@h/",  "http://u:p@h",
                 "https://u@h",     "https://:p@h",
                 "https://u:@h",    "https://u:p:q@h",
                 "https://u:p@q@h", "https://u:p/w@h",
                 "HTTPS://u:p@h",   "--url=https://u:p@h",
                 "ssh://u:p@h/",    "https://h/a:b@c",
                 "https://",        "https://@",
                 "https://u:p w@h", "https://h:80/x@y",
                 "https://u:p?x@h", nullptr};

/// Hidden from the compiler, which would warn of the cases that the rules cover.
char const* const volatile no_format = nullptr;
char const* const volatile empty_format = "";

constexpr call_site at(int line) { return {"f.c", line}; }

class transcript {
 public:
  explicit transcript(trace2::testing::memory_session<>& session) : session_{session} {}

  /// Call this after each call of the library, with the text of that call.
  void operator()(char const* call) {
    std::printf("= %d %s\n", number_++, call);
    show('N', session_.normal());
    show('P', session_.perf());
    show('E', session_.event());
  }

 private:
  static void show(char target, std::string_view bytes) {
    bool is_at_begin = true;
    for (char const c : bytes) {
      if (is_at_begin) std::printf("%c ", target);
      is_at_begin = c == '\n';
      if (is_at_begin)
        std::printf("⏎\n");
      else if (c < ' ' || c > '~')
        std::printf("⟨%02x⟩", static_cast<unsigned>(static_cast<unsigned char>(c)));
      else
        std::printf("%c", c);
    }
    if (!is_at_begin) std::printf("\n");
  }

  trace2::testing::memory_session<>& session_;
  int number_ = 0;
};

void run_thread(auto const& body) { std::thread{body}.join(); }

void start_and_names(transcript& record) {
  tracer::cmd_start(git_version.data(), at(1)), record("start");
  tracer::cmd_start(odd_words.data(), at(1)), record("start, everything to quote");
  tracer::cmd_start(none.data(), {nullptr, 1}), record("start, no file");
  tracer::cmd_start(none.data(), {"", 1}), record("start, empty file");
  tracer::cmd_start(none.data(), {"a/very/long/path/name/that/exceeds/the/column/width/of/"
                                  "everything.c",
                                  12345}),
      record("start, place wider than all columns");
  tracer::cmd_start(none.data(), {"exactly/28/wide/file/nam.c", 1}), record("start, place of 28");
  tracer::cmd_start(none.data(), {"exactly/28/wide/file/nam.c", 12}), record("start, place of 29");
  tracer::cmd_start(none.data(), {"thirty_two_char_file_name.c", 1234}),
      record("start, place of 32");
  tracer::cmd_start(none.data(), {"thirty_three_chars_file_nam.c", 1234}),
      record("start, place of 34");
  tracer::cmd_start(none.data(), at(0)), record("start, line 0");
  tracer::cmd_start(none.data(), at(-1)), record("start, line -1");
  tracer::cmd_start(urls.data(), at(1)), record("start, everything to redact");
  tracer::cmd_path("/usr/bin/a b", at(2)), record("cmd_path");
  tracer::cmd_ancestry(processes.data(), at(3)), record("cmd_ancestry");
  tracer::cmd_ancestry({"init"}, at(3)), record("cmd_ancestry, one name");
  tracer::cmd_ancestry({}, at(3)), record("cmd_ancestry, no name");
  tracer::cmd_name("first", at(4)), record("cmd_name");
  tracer::cmd_name("second", at(5)), record("cmd_name, again");
  tracer::cmd_mode("branch", at(6)), record("cmd_mode");
  tracer::cmd_alias("l", odd_words.data(), at(7)), record("alias, everything to quote");
  tracer::cmd_alias("l", urls.data(), at(7)), record("alias, everything to redact");
}

void errors(transcript& record) {
  tracer::error_f(at(42), "%s is %d%%", "x y", 5), record("error, formatted");
  tracer::error_f(at(42), "plain"), record("error");
  tracer::error_f(at(42), no_format), record("error, no format");
  tracer::error_f(at(42), empty_format), record("error, empty format");
  tracer::error_f(at(42), "%s", ""), record("error, empty message");
  tracer::error_f(at(42), "ends nl\n"), record("error, ends with LF");
  tracer::error_f(at(42), "cannot read %s", "ssh://u:p@h/"), record("error, password");
  tracer::error_f(at(42), "two\nlines"), record("error, LF inside");
}

void children(transcript& record) {
  child_record const list = tracer::child_start({{"git", "rev-list", "--all", "a b"}}, at(8));
  record("child_start");
  tracer::child_exit(list, 1234, 0, at(9)), record("child_exit");
  child_record const hook = tracer::child_start({.argv = {"status", "-s"},
                                                 .directory = "/some dir",
                                                 .child_class = "ignored",
                                                 .hook_name = "pre-commit",
                                                 .use_shell = true,
                                                 .git_cmd = true},
                                                at(10));
  record("child_start, hook");
  tracer::child_exit(hook, -1, -1, at(11)), record("child_exit, not started");
  child_record const editor =
      tracer::child_start({.argv = {}, .child_class = "editor", .git_cmd = true}, at(12));
  record("child_start, git without argument");
  tracer::child_ready(editor, 77, "ready", at(13)), record("child_ready");
  tracer::child_start({}, at(12)), record("child_start, nothing set");
  tracer::child_start({.argv = {"x", "https://u:p@h/"}, .directory = "/plain"}, at(12));
  record("child_start, directory");
  tracer::child_exit({}, 0, 129, at(14)), record("child_exit, never started");
}

void execs(transcript& record) {
  int id = tracer::exec("git", none.data(), at(15));
  record("exec, no argument");
  tracer::exec_result(id, 0, at(16)), record("exec_result");
  id = tracer::exec(nullptr, git_version.data(), at(15));
  record("exec, no exe");
  tracer::exec_result(id, 2, at(16)), record("exec_result, ENOENT");
  id = tracer::exec("ex e", git_version.data(), at(15));
  record("exec");
  tracer::exec_result(id, -1, at(16)), record("exec_result, negative");
  id = tracer::exec(nullptr, none.data(), at(15));
  record("exec, nothing");
  tracer::exec_result(id, 99, at(16)), record("exec_result, EADDRNOTAVAIL");
}

void parameters(transcript& record) {
  for (scope const where : {scope::unknown, scope::system, scope::global, scope::local,
                            scope::worktree, scope::command, scope::submodule})
    tracer::def_param("core.abbrev", "7", where, at(17)), record("def_param");
  tracer::def_param("core.abbrev", nullptr, scope::global, at(17)), record("def_param, no value");
  tracer::def_param("core.abbrev", "", scope::global, at(17)), record("def_param, empty value");
  tracer::def_param("remote.o.url", "https://u:p@h/", scope::global, at(17)),
      record("def_param, password");
}

void repositories(transcript& record) {
  repo_id first{repo_id::unregistered};
  repo_id second{repo_id::unregistered};
  tracer::region_enter("cat", "lab", first, at(18)), record("region_enter, unregistered repo");
  tracer::region_leave("cat", "lab", first, at(18)), record("region_leave, unregistered repo");
  tracer::def_repo(first, "/tmp/w t", at(19)), record("def_repo");
  tracer::def_repo(first, "/tmp/w t", at(19)), record("def_repo, again");
  tracer::def_repo(second, "/tmp/plain", at(19)), record("def_repo, another");
  tracer::data("cat", "k", "v", repo_id{10}, at(20)), record("data, repo 10");
  tracer::data("cat", "k", "v", repo_id{12345}, at(20)), record("data, repo 12345");
}

constexpr json_text compact{R"({"a":1,"s":"x\"y","d":1.500000,"arr":[null]})"};
constexpr json_text pretty{R"({
  "a": 1,
  "sp": "two  spaces",
  "o": {
    "t": true
  }
})"};

void regions(transcript& record) {
  tracer::region_enter("cat", "lab1", {}, at(21)), record("region_enter, level 1");
  tracer::data("cat", "k", "lvl1", {}, at(22)), record("data, level 1");
  tracer::region_enter_f(at(23), "category_is_very_long", "lab2", {}, "%s %d", "msg", 1),
      record("region_enter, level 2, message");
  tracer::data("cat", "k", "lvl2", {}, at(24)), record("data, level 2");
  tracer::region_enter_f(at(25), "cat", "lab3", {}, "%s", ""),
      record("region_enter, level 3, empty message");
  tracer::data("cat", "k", INTMAX_MIN, {}, at(26)), record("data, level 3");
  tracer::data_json("cat", "k", compact, {}, at(26)), record("data_json, level 3");
  tracer::error_f(at(42), "inside nested region"), record("error, level 3");
  tracer::print_f(at(27), "%d of %s", 1, "two"), record("printf");
  tracer::print_f(at(27), "%s", ""), record("printf, empty message");
  tracer::print_f(at(27), empty_format), record("printf, empty format");
  tracer::print_f(at(27), no_format), record("printf, no format");
  tracer::print_f(at(27), "one nl\n"), record("printf, ends with LF");
  tracer::print_f(at(27), "%s", "two nl\n\n"), record("printf, ends with two LF");
  tracer::region_leave_f(at(28), "cat", "lab3", {}, "%s", ""),
      record("region_leave, empty message");
  tracer::region_leave("cat", "lab2", {}, at(29)), record("region_leave, other category");
  tracer::region_leave_f(at(30), "cat", "lab1", {}, "left %d", 1), record("region_leave, message");
  tracer::region_enter({}, {}, {}, at(31)), record("region_enter, nameless");
  tracer::region_enter_f(at(31), {}, {}, {}, "%s", "only msg"),
      record("region_enter, nameless, message");
  tracer::region_leave({}, {}, {}, at(32)), record("region_leave, nameless");
  tracer::region_leave({}, {}, {}, at(32)), record("region_leave, nameless");
  tracer::thread_start("procname", at(33)), record("thread_start on main");
  tracer::thread_exit(at(34)), record("thread_exit on main");
}

void values(transcript& record) {
  std::string bytes;
  for (int c = 1; c < 256; ++c) bytes += static_cast<char>(c);
  tracer::data_json("cat", "key", compact, repo_id{1}, at(35)), record("data_json, compact");
  tracer::data_json("cat", "key", pretty, {}, at(36)), record("data_json, pretty");
  tracer::data("cat", "bytes", bytes, {}, at(37)), record("data, every byte");
}

void stopwatches_and_threads(transcript& record) {
  trace2::counter const total_count{"test", "test1"};
  trace2::counter const thread_count{"test", "test2", trace2::sum_scope::per_thread};
  trace2::timer const total_timer{"test", "test1"};
  trace2::timer const thread_timer{"test", "test2", trace2::sum_scope::per_thread};

  total_count.add(3), record("counter, of process");
  thread_count.add(3), record("counter, of process and thread");
  total_timer.start(), total_timer.stop(), record("timer, of process");
  thread_timer.start(), thread_timer.stop(), record("timer, of process and thread");

  for (text const name : {"preload_thread", "a_name_longer_than_twenty_four_bytes"})
    run_thread([&] {
      tracer::thread_start(name, at(50)), record("thread_start");
      tracer::region_enter("tcat", "tlab", {}, at(51)), record("thread's region_enter");
      total_count.add(10), record("thread's counter, of process");
      thread_count.add(7), record("thread's counter, of process and thread");
      tracer::data("tcat", "k", "v", {}, at(52)), record("thread's data");
      thread_timer.start(), record("thread's timer, start");
      thread_timer.stop(), record("thread's timer, stop");
      tracer::thread_exit(at(53)), record("thread_exit, open region");
    });
  run_thread([&] {
    tracer::print_f(at(54), "no start"), record("printf, thread without thread_start");
    thread_count.add(100), record("counter, thread without thread_exit");
  });
  run_thread([&] { tracer::thread_exit(at(55)), record("thread_exit without thread_start"); });
  run_thread([&] {
    tracer::thread_start("tw", at(56)), record("thread_start");
    tracer::thread_start("second", at(57)), record("thread_start, again");
    tracer::print_f(at(58), "in twice"), record("printf");
    tracer::thread_exit(at(59)), record("thread_exit");
    tracer::print_f(at(60), "after exit"), record("printf after thread_exit");
  });
}

void end(transcript& record, trace2::testing::memory_session<>& session) {
  tracer::region_enter("cat", "open", {}, at(39)), record("region_enter, never left");
  tracer::cmd_exit(258, at(40)), record("exit");
  tracer::print_f(at(41), "after exit"), record("printf after exit");
  session.end(), record("end of the process");
}

}  // namespace

int main(int argc, char** argv) {
  ::setenv("TZ", "UTC", 1);
  bool const brief = argc > 1 && argv[1] == std::string_view{"brief"};
  trace2::testing::memory_session<> session{{.sid = "SID", .format = {.brief = brief}}};
  transcript record{session};
  start_and_names(record);
  errors(record);
  children(record);
  execs(record);
  parameters(record);
  repositories(record);
  regions(record);
  values(record);
  stopwatches_and_threads(record);
  end(record, session);
}
