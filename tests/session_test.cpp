#include <trace2/detail/time/utc_time.hpp>
#include <trace2/session.hpp>
#include <trace2/sink/null.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <list>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/collector.hpp"
#include "support/count.hpp"
#include "support/environment.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace session_test {

// Each session lives in a process of its own, because it changes the process.

namespace {

constexpr trace2::settings_source source{.prefix = "TRACE2_SESSION_TEST"};
constexpr char const* argv[] = {"program", "an argument", nullptr};

trace2::session_options options(bool exports = true) {
  return {.program_version = "1.0", .settings = source, .ancestry = false, .exports = exports};
}

/// Runs `action` in a child whose EVENT target is a file; returns what was written.
std::string traced(auto const& action) {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", directory / "event"};
  support::scoped_variable const brief{"TRACE2_SESSION_TEST_EVENT_BRIEF", "1"};
  CHECK(support::run_in_child(action) == 0);
  return support::content_of(directory / "event");
}

}  // namespace

TEST_CASE("a session shows version and arguments, and its end once", "[R-API-02][R-API-04]") {
  std::string const text = traced([] {
    trace2::session const trace{2, argv, options()};
    if (!trace2::tracer::enabled()) return 1;
    trace.end();
    trace.end();
    return trace2::tracer::enabled() ? 2 : 0;
  });
  CHECK(support::count(text, R"("evt":"4","exe":"1.0"})") == 1);
  CHECK(support::count(text, R"("argv":["program","an argument"]})") == 1);
  CHECK(support::count(text, R"("event":"atexit")") == 1);
  CHECK(support::count(text, "\n") == 3);
}

TEST_CASE("a session ends with the targets it has begun with") {
  using json_only = trace2::target_list<trace2::format::json>;
  std::string const text = traced([] {
    trace2::session const trace{2, argv, options()};
    trace2::basic_session<trace2::basic_tracer<true, json_only>> const other{2, argv, options()};
    other.end();
    if (!trace2::tracer::enabled()) return 1;
    trace.end();
    return trace2::tracer::enabled() ? 2 : 0;
  });
  CHECK(support::count(text, R"("event":"start")") == 1);
  CHECK(support::count(text, R"("event":"atexit")") == 1);
}

TEST_CASE("exit returns the code that it traces", "[R-API-05]") {
  std::string const text = traced([] {
    trace2::session const trace{2, argv, options()};
    int const code = trace.exit(258);
    trace.end();
    return code - 258;
  });
  CHECK(support::count(text, R"("code":258})") == 2);
}

TEST_CASE("the session id is the children's parent", "[R-API-33][R-SID-04]") {
  support::scoped_variable const parent{"TRACE2_SESSION_TEST_PARENT_SID", "above"};
  std::string const text = traced([] {
    trace2::session const trace{2, argv, options()};
    char const* const exported = ::getenv("TRACE2_SESSION_TEST_PARENT_SID");
    trace.end();
    std::string_view const id = trace2::session::id();
    return id == exported && id.starts_with("above/") ? 0 : 1;
  });
  CHECK(support::count(text, R"("sid":"above/)") == 3);
}

TEST_CASE("a program may keep the environment as it is", "[R-HOST-05]") {
  traced([] {
    trace2::session const trace{2, argv, options(false)};
    bool const is_exported = ::getenv("TRACE2_SESSION_TEST_PARENT_SID") != nullptr;
    trace.end();
    return is_exported ? 1 : 0;
  });
}

TEST_CASE("the clock may be started before the session", "[R-API-01][R-TIME-06]") {
  std::string const text = traced([] {
    trace2::session::start_clock();
    ::usleep(20'000);
    trace2::session const trace{2, argv, options()};
    trace2::session::start_clock();
    trace.end();
    return 0;
  });
  std::string_view const start = R"("t_abs":)";
  auto const at = text.find(start);
  REQUIRE(at != text.npos);
  // At first the clock knows its rate to some parts in a thousand only.
  CHECK(std::stod(text.substr(at + start.size())) >= 0.0199);
}

TEST_CASE("a session without targets leaves no trace of itself",
          "[R-API-02][R-LIFE-05][R-SID-06]") {
  CHECK(support::run_in_child([] {
          trace2::session const trace{2, argv, options()};
          bool const is_there =
              trace2::tracer::enabled() || ::getenv("TRACE2_SESSION_TEST_PARENT_SID") != nullptr;
          return is_there ? 1 : 0;
        }) == 0);
}

TEST_CASE(
    "a target that can't be opened leaves no trace of the session either, until the id is asked "
    "for",
    "[R-API-33][R-SID-06]") {
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", "/nonexistent/file"};
  for (bool const exports : {true, false})
    CHECK(support::run_in_child([&] {
            trace2::session const trace{2, argv, options(exports)};
            if (::getenv("TRACE2_SESSION_TEST_PARENT_SID") != nullptr) return 1;
            std::string const id{trace2::session::id()};
            char const* const exported = ::getenv("TRACE2_SESSION_TEST_PARENT_SID");
            if (exports) return exported != nullptr && id == exported ? 0 : 2;
            return exported == nullptr && !id.empty() ? 0 : 3;
          }) == 0);
}

TEST_CASE("each target has settings of its own", "[R-SET-01][R-EVT-04][R-REG-02]") {
  support::temporary_directory const directory;
  support::scoped_variable const normal{"TRACE2_SESSION_TEST", directory / "normal"};
  support::scoped_variable const normal_brief{"TRACE2_SESSION_TEST_BRIEF", "on"};
  support::scoped_variable const perf{"TRACE2_SESSION_TEST_PERF", directory / "perf"};
  support::scoped_variable const nesting{"TRACE2_SESSION_TEST_EVENT_NESTING", "1"};
  support::scoped_variable const redact{"TRACE2_SESSION_TEST_REDACT", "0"};
  std::string const event = traced([] {
    trace2::session const trace{2, argv, options()};
    trace2::tracer::region_enter("c", "shown");
    trace2::tracer::region_enter("c", "too deep");
    trace2::tracer::error("https://u:p@h/");
    trace.end();
    return 0;
  });
  CHECK(support::content_of(directory / "normal").starts_with("version 1.0\nstart program "));
  CHECK(support::content_of(directory / "normal").find("error https://u:p@h/\n") !=
        std::string::npos);
  CHECK(support::count(support::content_of(directory / "perf"), ".cpp:") == 5);
  CHECK(support::count(event, "region_enter") == 1);
  CHECK(support::count(event, "\"time\":") == 2);
}

TEST_CASE("the user may have secrets hidden in values, messages and regions too",
          "[R-RED-02][R-RED-06]") {
  auto const say = [] {
    trace2::session const trace{2, argv, options()};
    trace2::tracer::error("--token=shown");
    TRACE2_DATA("c", "text", "--token=x");
    TRACE2_DATA("c", "number", 7);
    trace2::data_json("c", "json", trace2::json_text{R"({"token":"x"})"});
    TRACE2_PRINTF("--token=%s", "x");
    trace2::print("--token=x");
    TRACE2_REGION_F("c", "region", "--token=%s", "x");
    trace.end();
    return 0;
  };
  CHECK(support::count(traced(say), "--token=x") == 4);
  support::scoped_variable const all{"TRACE2_SESSION_TEST_REDACT_ALL", "1"};
  std::string const text = traced(say);
  CHECK(support::count(text, "--token=<REDACTED>") == 6);
  CHECK(support::count(text, R"({"token":"<REDACTED>"})") == 1);
  CHECK(support::count(text, R"("value":"7")") == 1);
  CHECK(support::count(text, "=x") == 0);
  {
    support::scoped_variable const unclear{"TRACE2_SESSION_TEST_REDACT_ALL", "maybe"};
    CHECK(support::count(traced(say), "=x") == 0);
  }
  support::scoped_variable const none{"TRACE2_SESSION_TEST_REDACT", "0"};
  CHECK(support::count(traced(say), "--token=x") == 4);
}

TEST_CASE("a thread shows the system's number after its start to a person who asks",
          "[R-THR-02][R-DAT-02]") {
  auto const say = [] {
    trace2::session const trace{2, argv, options()};
    std::thread{[] {
      trace2::thread_scope const named{"worker"};
      trace2::print(std::to_string(::syscall(SYS_gettid)));
    }}.join();
    trace2::thread_scope const main{"main has the process's"};
    trace.end();
    return 0;
  };
  constexpr std::string_view shown = R"("category":"trace2","key":"tid")";
  CHECK(support::count(traced(say), shown) == 0);
  {
    support::scoped_variable const unclear{"TRACE2_SESSION_TEST_THREAD_IDS", "maybe"};
    CHECK(support::count(traced(say), shown) == 0);
  }
  support::scoped_variable const wanted{"TRACE2_SESSION_TEST_THREAD_IDS", "1"};
  std::string const text = traced(say);
  CAPTURE(text);
  CHECK(support::count(text, shown) == 1);
  auto const start = text.find(R"({"event":"thread_start")");
  REQUIRE(start != text.npos);
  auto const number = text.find(shown);
  CHECK(text.find("\n{", start) == text.rfind("\n{", number));
  auto const message = text.find(R"("msg":")") + 7;
  std::string const said = text.substr(message, text.find('"', message) - message);
  CHECK(text.find(R"("key":"tid","value":")" + said + '"') != text.npos);
}

TEST_CASE("sampling is decided by the first process of the tree") {
  support::scoped_variable const sample{"TRACE2_SESSION_TEST_SAMPLE", "2"};
  int kept = 0;
  for (int i = 0; i < 24; ++i) {
    std::string const root = "root" + std::to_string(i);
    auto const is_kept = [&](std::string const& parent) {
      support::scoped_variable const above{"TRACE2_SESSION_TEST_PARENT_SID", parent};
      return !traced([] {
                trace2::session const trace{2, argv, options()};
                trace.end();
                return 0;
              }).empty();
    };
    bool const first = is_kept(root);
    CHECK(is_kept(root + "/between") == first);
    kept += first;
  }
  CHECK(kept > 4);
  CHECK(kept < 20);
}

TEST_CASE("a target that the program has attached needs no setting") {
  CHECK(support::run_in_child([] {
          struct counting final : trace2::sink {
            void write(std::string_view) noexcept override { ++lines; }
            int lines = 0;
          } sink;
          trace2::tracer::attach<trace2::format::json>(sink);
          trace2::session const trace{2, argv, options()};
          trace.end();
          return sink.lines == 3 ? 0 : 1;
        }) == 0);
}

TEST_CASE("a sink that the program attaches stays open when the session ends") {
  CHECK(support::run_in_child([] {
          struct closable final : trace2::sink {
            void write(std::string_view) noexcept override {}
            void close() noexcept override { is_closed = true; }
            bool is_closed = false;
          } sink;
          for (int i = 0; i < 2; ++i) {
            trace2::tracer::attach<trace2::format::json>(sink);
            trace2::session{2, argv, options()}.end();
          }
          return sink.is_closed ? 1 : 0;
        }) == 0);
}

TEST_CASE("a target that the program attaches too late is off, as a warning says on demand") {
  support::scoped_variable const debug{"TRACE2_SESSION_TEST_DST_DEBUG", "1"};
  CHECK(support::run_in_child([] {
          trace2::null_sink sink;
          auto const told = support::standard_error_of([&sink] {
            trace2::session const trace{2, argv, options()};
            trace2::tracer::attach<trace2::format::json>(sink);
            trace.end();
            trace2::tracer::attach<trace2::format::perf>(sink);
          });
          return told == "warning: trace 'event' is off: it was attached after the session had "
                         "begun\n"
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("a person who asks is told once of settings that are misspelt, traced or not") {
  support::temporary_directory const directory;
  support::scoped_variable const configurations{"XDG_CONFIG_HOME", directory / ""};
  directory.write("frob", "[trace2]\n perfBreif = yes\n perfBrief = yes\n");
  // All but the misspelt ones are those of a target that is off, or of something else.
  constexpr char const* given[] = {"EVNT",       "NORMAL",     "EVENT_BREIF",   "PERF_NESTING",
                                   "PERF_BRIEF", "FILTER",     "EVENT_NESTING", "SAMPLE",
                                   "MAX_FILES",  "REDACT_ALL", "PARENT_SID",    "CONFIG_PARAMS",
                                   "ENV_VARS",   "REDACT",     "PARENT_NAME",   "THREAD_IDS"};
  constexpr int misspelt = 4;
  std::list<support::scoped_variable> variables;
  for (std::string const name : given) variables.emplace_back("FROB_TRACE2_" + name, "1");
  auto const told = [&] {
    support::run_in_child([&] {
      directory.write(
          "said", support::standard_error_of([] {
            for (int i = 0; i < 2; ++i)
              trace2::session{
                  2, argv, {.settings = {.prefix = "FROB_TRACE2", .user_files = {"frob"}}}}
                  .end();
          }));
      return 0;
    });
    return support::content_of(directory / "said");
  };
  CHECK(told().empty());
  support::scoped_variable const debug{"FROB_TRACE2_DST_DEBUG", "1"};
  for (char const* const event : {"0", "/dev/null"}) {
    support::scoped_variable const target{"FROB_TRACE2_EVENT", event};
    std::string const said = told();
    CAPTURE(said);
    CHECK(support::count(said, "\n") == misspelt + 1);
    for (int i = 0; i < misspelt; ++i)
      CHECK(support::count(
                said, "warning: FROB_TRACE2_" + std::string{given[i]} + " has no effect: ") == 1);
    CHECK(support::count(said, "warning: 'trace2.perfbreif' in line 2 of file '") == 1);
  }
}

TEST_CASE("a value that means nothing is told of once", "[R-SET-14]") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"FROB_TRACE2_EVENT", "/dev/null"};
  support::scoped_variable const nesting{"FROB_TRACE2_EVENT_NESTING", "ten"};
  support::scoped_variable const debug{"FROB_TRACE2_DST_DEBUG", "1"};
  support::run_in_child([&] {
    directory.write("said", support::standard_error_of([] {
                      trace2::session{2, argv, {.settings = {.prefix = "FROB_TRACE2"}}}.end();
                    }));
    return 0;
  });
  CHECK(support::content_of(directory / "said") ==
        "warning: unclear value 'ten' of FROB_TRACE2_EVENT_NESTING\n");
}

TEST_CASE("a trace tells the context that the outermost process was given") {
  constexpr char const* given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  support::temporary_directory const directory;
  support::scoped_variable const target{"FROB_TRACE2_PERF", directory / "trace"};
  support::scoped_variable const listed{"FROB_TRACE2_ENV_VARS", "TRACEPARENT"};
  auto const contexts = [&](bool passes_it) {
    std::remove((directory / "trace").c_str());
    support::run_in_child([&] {
      trace2::session const trace{
          2, argv, {.settings = {.prefix = "FROB_TRACE2"}, .trace_context = passes_it}};
      trace2::cmd_name("frob");
      if (fork() == 0) {
        trace2::print("a child");
        trace.end();
        _exit(0);
      }
      wait(nullptr);
      trace.end();
      return 0;
    });
    return support::content_of(directory / "trace");
  };
  CHECK(support::count(contexts(true), "TRACEPARENT") == 0);
  support::scoped_variable const context{"TRACEPARENT", given};
  for (bool const passes_it : {true, false})
    CHECK(support::count(contexts(passes_it), std::string{"TRACEPARENT:"} + given) == 1);
}

TEST_CASE("a child that is forked beside other threads asks the system for no local time") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", directory / "event"};
  auto const hours_in_child = [](bool is_beside_others) {
    return support::run_in_child([is_beside_others] {
      ::setenv("TZ", "AAA-1", 1);
      ::tzset();
      trace2::session const trace{2, argv, options()};
      std::int64_t const before = trace2::detail::local_offset::at(0);
      std::atomic<bool> is_over{false};
      std::thread other;
      if (is_beside_others)
        other = std::thread{[&is_over] {
          while (!is_over) std::this_thread::yield();
        }};
      pid_t const child = ::fork();
      if (child == 0) {
        ::setenv("TZ", "BBB-2", 1);
        ::tzset();
        _exit(static_cast<int>(trace2::detail::local_offset::at(0) / before));
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      is_over = true;
      if (is_beside_others) other.join();
      return WIFEXITED(status) ? WEXITSTATUS(status) : 9;
    });
  };
  CHECK(hours_in_child(true) == 1);
  if (support::is_thread_sanitized)
    support::skip("a sanitizer has a thread of its own");
  else
    CHECK(hours_in_child(false) == 2);
}

TEST_CASE("in a forked child nobody reads the settings that a thread of the parent was reading") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", directory / "event"};
  CHECK(support::run_in_child([] {
          trace2::session const trace{2, argv, options()};
          using trace2::detail::settings_in_use;
          std::atomic<int> phase{0};
          std::thread reader{[&phase] {
            settings_in_use const held;
            phase = 1;
            while (phase != 2) std::this_thread::yield();
          }};
          while (phase != 1) std::this_thread::yield();
          bool const is_read = !settings_in_use::is_nobody_reading();
          int const result = support::run_in_child(
              [] { return settings_in_use::is_nobody_reading() ? 0 : 1; });
          phase = 2;
          reader.join();
          return is_read ? result : 2;
        }) == 0);
}

// Most valuable under the thread sanitizer.
TEST_CASE("sessions begin and end under threads that trace, each with a file of its own",
          "[R-DST-10][R-CON-02]") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", directory.path().string()};
  CHECK(support::run_in_child([] {
          static trace2::counter const counted{"test", "counted"};
          std::atomic<bool> is_over{false};
          std::vector<std::thread> threads;
          for (int i = 0; i < 3; ++i)
            threads.emplace_back([&is_over] {
              while (!is_over) {
                TRACE2_REGION("test", "busy");
                TRACE2_COUNTER_ADD(counted, 1);
              }
            });
          for (int i = 0; i < 50; ++i) {
            trace2::session const trace{2, argv, options()};
            for (int k = 0; k < 5; ++k) TRACE2_DATA("test", "k", k);
            std::this_thread::yield();
            trace.end();
          }
          is_over = true;
          for (std::thread& thread : threads) thread.join();
          return 0;
        }) == 0);
  int files = 0;
  int strays = 0;
  for (auto const& file : std::filesystem::directory_iterator{directory.path()}) {
    std::string const name = file.path().filename().string();
    std::string const text = support::content_of(file.path());
    std::string const session = name.substr(0, name.find('.', name.find("-P")));
    strays += support::count(text, "\n") - support::count(text, R"("sid":")" + session + '"');
    strays += support::count(text, "\n") - support::count(text, "}\n");
    ++files;
  }
  CHECK(files == 50);
  CHECK(strays == 0);
}

TEST_CASE("timers that ran while a session ended measure the next one, in each thread") {
  std::string const text = traced([] {
    trace2::timer const plain{"next", "plain"};
    trace2::distribution_timer const lengths{"next", "lengths"};
    auto const start = [&] { plain.start(), lengths.start(); };
    auto const stop = [&] { plain.stop(), lengths.stop(); };
    auto const measure = [&] {
      auto const of_plain = plain.measure();
      auto const of_lengths = lengths.measure();
    };
    std::atomic<int> phase{0};
    auto const wait_for = [&](int wanted) {
      while (phase != wanted) std::this_thread::yield();
    };
    trace2::session const first{2, argv, options()};
    start();
    std::thread other{[&] {
      start(), start();
      phase = 1;
      wait_for(2);
      stop(), stop();
      phase = 3;
      wait_for(4);
      for (int i = 0; i < 5; ++i) measure();
    }};
    wait_for(1);
    first.end();
    stop();
    phase = 2;
    wait_for(3);
    trace2::session const second{2, argv, options()};
    measure();
    phase = 4;
    other.join();
    second.end();
    return 0;
  });
  CHECK(support::count(text, R"("name":"plain","intervals":6,)") == 1);
  CHECK(support::count(text, R"("name":"lengths","intervals":6,)") == 1);
  CHECK(support::count(text, R"("unit":"ns","count":6,)") == 1);
  CHECK(support::count(text, "surplus_timer_stop") == 0);
}

TEST_CASE("threads whose events are a child's first trace into the child's file", "[R-LIM-12]") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", directory.path().string()};
  CHECK(support::run_in_child([] {
          trace2::session const trace{2, argv, options()};
          for (int i = 0; i < 30; ++i)
            support::run_in_child([] {
              constexpr int count = 3;
              std::atomic<int> ready{0};
              std::vector<std::thread> threads;
              for (int k = 0; k < count; ++k)
                threads.emplace_back([&ready] {
                  ++ready;
                  while (ready != count) {
                  }
                  TRACE2_DATA("test", "child", 1);
                });
              for (std::thread& thread : threads) thread.join();
              return 0;
            });
          trace.end();
          return 0;
        }) == 0);
  int lines = 0;
  int strays = 0;
  for (auto const& file : std::filesystem::directory_iterator{directory.path()}) {
    std::string const name = file.path().filename().string();
    std::string const text = support::content_of(file.path());
    lines += support::count(text, R"("key":"child")");
    strays += support::count(text, "\n") -
              support::count(text, name.substr(0, name.find('.', name.find("-P"))) + R"(","th)");
  }
  CHECK(lines == 90);
  CHECK(strays == 0);
}

TEST_CASE("a session reads its settings anew, however the one before was") {
  support::temporary_directory const directory;
  std::string const one = directory / "one";
  std::string const two = directory / "two";
  CHECK(support::run_in_child([&] {
          auto const trace = [](int number) {
            trace2::session const session{2, argv, options()};
            trace2::data("test", "number", number);
            session.end();
          };
          trace(1);
          ::setenv("TRACE2_SESSION_TEST_EVENT", one.c_str(), 1);
          trace(2);
          ::setenv("TRACE2_SESSION_TEST_EVENT", two.c_str(), 1);
          trace(3);
          ::setenv("TRACE2_SESSION_TEST_EVENT", one.c_str(), 1);
          trace(4);
          ::unsetenv("TRACE2_SESSION_TEST_EVENT");
          trace(5);
          return 0;
        }) == 0);
  auto const numbers = [](std::string const& file) {
    std::string const text = support::content_of(file);
    std::string found;
    for (char const number : {'1', '2', '3', '4', '5'})
      if (support::count(text, std::string{R"("value":")"} + number + '"') == 1) found += number;
    return found;
  };
  CHECK(numbers(one) == "24");
  CHECK(numbers(two) == "3");
}

TEST_CASE("a session writes to the file that has the name now, as the first one does") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  std::string const aside = directory / "event.1";
  support::scoped_variable const target{"TRACE2_SESSION_TEST_EVENT", file};
  CHECK(support::run_in_child([&] {
          for (int i = 0; i < 3; ++i) {
            trace2::session{2, argv, options()}.end();
            if (i == 0) ::rename(file.c_str(), aside.c_str());
          }
          return 0;
        }) == 0);
  CHECK(support::count(support::content_of(aside), R"("event":"start")") == 1);
  CHECK(support::count(support::content_of(file), R"("event":"start")") == 2);
}

TEST_CASE("a session leaves the next one its descriptors and the memory of its sinks") {
  support::temporary_directory const directory;
  support::collector const listener{directory / "socket", SOCK_STREAM, 64};
  CHECK(support::run_in_child([&] {
          auto const open_descriptors = [] {
            int found = 0;
            for (int fd = 0; fd < 1024; ++fd) found += ::fcntl(fd, F_GETFD) >= 0;
            return found;
          };
          int most_before = 0;
          for (int round = 0; round < 8; ++round) {
            int most = 0;
            for (std::string const& to :
                 {"af_unix:" + (directory / "socket"), directory / "event", directory / "."})
              for (char const* const buffer : {"0", "8k"}) {
                ::setenv("TRACE2_SESSION_TEST_EVENT", to.c_str(), 1);
                ::setenv("TRACE2_SESSION_TEST_EVENT_BUFFER", buffer, 1);
                trace2::session const trace{2, argv, options()};
                if (!trace2::tracer::enabled()) return 1;
                trace.end();
                most = std::max(most, open_descriptors());
              }
            if (round != 0 && most > most_before) return 2;
            most_before = most;
          }
          return 0;
        }) == 0);
}

TEST_CASE("each session begins below the names of the parent, in a forked child too") {
  std::string const names_above = GENERATE("", "above");
  support::scoped_variable const above{"TRACE2_SESSION_TEST_PARENT_NAME", names_above};
  bool const exports = GENERATE(true, false);
  std::string const text = traced([&] {
    auto const run = [&](char const* name, auto const& further) {
      trace2::session const trace{2, argv, options(exports)};
      trace2::cmd_name(name);
      further();
      trace.end();
    };
    run("one", [] {});
    run("two", [&] {
      support::run_in_child([&] {
        trace2::cmd_name("child");
        trace2::session{2, argv, options(exports)}.end();
        run("three", [] {});
        return 0;
      });
    });
    return 0;
  });
  std::string const begin = R"("hierarchy":")" + names_above + (names_above.empty() ? "" : "/");
  for (char const* const names : {"one", "two", "two/child", "two/three"})
    CHECK(support::count(text, begin + names + '"') == 1);
}

TEST_CASE("a session that is compiled out passes on what it is given") {
  using no_session = trace2::basic_session<trace2::basic_tracer<false, trace2::default_targets>>;
  no_session const session{2, argv, {.program_version = "1", .settings = trace2::git_settings}};
  CHECK(session.exit(3) == 3);
  CHECK(no_session::id() == std::string_view{});
  no_session::start_clock();
  session.end();
}

}  // namespace session_test
