#include <trace2/reconfigure.hpp>
#include <trace2/session/reconfiguration.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>

#include "support/cancellation.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/collector.hpp"
#include "support/count.hpp"
#include "support/environment.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <stdlib.h>

namespace reconfiguration_test {

// Each session lives in a process of its own, because it changes the process.

using trace2::session;

namespace {

constexpr trace2::settings_source source{.prefix = "TRACE2_CHANGE"};
constexpr char const* argv[] = {"program", "https://me:secret@host", nullptr};
constexpr trace2::session_options options{
    .program_version = "1.0", .settings = source, .ancestry = false};

std::size_t open_descriptors() {
  std::filesystem::directory_iterator const all{"/proc/self/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Stops the thread that writes "stop".
struct slow_sink final : trace2::sink {
  void write(std::string_view lines) noexcept override {
    if (lines.find("stop") == lines.npos) return;
    is_stopped = true;
    while (!may_go_on) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  std::atomic<bool> is_stopped{false};
  std::atomic<bool> may_go_on{false};
};

void say(int number) { trace2::data("test", "number", number); }

/// How many of the numbers from 1 to 9 a file shows, as "1..4.....".
std::string numbers_in(std::string const& file) {
  std::string const text = support::content_of(file);
  std::string found;
  for (int number = 1; number < 10; ++number)
    found += support::count(text, R"("value":")" + std::to_string(number) + '"') == 0
                 ? '.'
                 : static_cast<char>('0' + number);
  return found;
}

}  // namespace

TEST_CASE("the end of a session waits for a change of its targets") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          ::setenv("TRACE2_CHANGE_EVENT", file.c_str(), 1);
          session const own{1, argv, options};
          if (!trace2::tracer::enabled()) return 1;
          std::atomic<bool> changes{false}, is_done{false};
          std::thread other{[&] {
            auto const held = trace2::detail::lock_session();
            changes = true;
            std::this_thread::sleep_for(std::chrono::milliseconds{30});
            is_done = true;
          }};
          while (!changes) std::this_thread::yield();
          trace2::detail::session_lifetime<trace2::default_targets>::end();
          bool const has_waited = is_done;
          other.join();
          return has_waited && !trace2::tracer::enabled() ? 0 : 2;
        }) == 0);
}

TEST_CASE("a session that found nothing to trace begins when a target is switched on") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          say(1);
          if (trace2::tracer::enabled()) return 1;
          if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", file}})) return 2;
          say(2);
          trace.end();
          return trace2::tracer::enabled() ? 3 : 0;
        }) == 0);
  CHECK(numbers_in(file) == ".2.......");
  std::string const text = support::content_of(file);
  CHECK(text.starts_with(R"({"event":"version")"));
  CHECK(support::count(text, R"("argv":["program","https://me:<REDACTED>@host"])") == 1);
  CHECK(support::count(text, R"("event":"atexit")") == 1);
}

TEST_CASE("a thread that is to be cancelled begins, changes and ends a session unharmed") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          pid_t child = -1;
          bool const is_done = support::outlives_cancellation([&] {
            session const trace{2, argv, options};
            session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
            say(1);
            session::reopen();
            child = support::start_child([] { return say(2), 0; });
            session::reconfigure({{"TRACE2_CHANGE_EVENT", "0"}});
            trace.end();
          });
          return is_done ? support::result_of(child) : 1;
        }) == 0);
  CHECK(numbers_in(file) == "12.......");
}

TEST_CASE("an event goes to the file that is on at its moment") {
  support::temporary_directory const directory;
  std::string const one = directory / "one";
  std::string const two = directory / "two";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", one}})) return 1;
          auto const before = open_descriptors();
          say(1);
          if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", two}})) return 2;
          say(2);
          if (open_descriptors() != before) return 3;
          if (!session::reconfigure() || trace2::tracer::enabled()) return 4;
          say(3);
          if (open_descriptors() != before - 1) return 5;
          if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", one}})) return 6;
          say(4);
          return 0;
        }) == 0);
  CHECK(numbers_in(one) == "1..4.....");
  CHECK(numbers_in(two) == ".2.......");
  CHECK(support::count(support::content_of(two), R"("event":"start")") == 1);
}

TEST_CASE("a target changes its filter, form and buffer, and keeps its file") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          say(1);
          session::reconfigure(
              {{"TRACE2_CHANGE_EVENT", file}, {"TRACE2_CHANGE_EVENT_FILTER", "other"}});
          say(2);
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}, {"TRACE2_CHANGE_EVENT_BRIEF", "1"}});
          say(3);
          auto const before = open_descriptors();
          for (int i = 0; i < 20; ++i) {
            session::reconfigure({{"TRACE2_CHANGE_EVENT", file},
                                  {"TRACE2_CHANGE_EVENT_BUFFER", i % 2 == 0 ? "4k" : "8k"}});
            say(4);
          }
          auto const after = open_descriptors();
          trace.end();
          return after == before ? 0 : 1;
        }) == 0);
  CHECK(numbers_in(file) == "1.34.....");
  std::string const text = support::content_of(file);
  CHECK(support::count(text, R"("value":"4")") == 20);
  CHECK(text.substr(text.find(R"("value":"1")")).find(R"("time")") != text.npos);
  CHECK(support::count(text, R"({"event":"start")") == 21);
}

TEST_CASE("a target that can't be opened stays as it is") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          if (session::reconfigure({{"TRACE2_CHANGE_EVENT", "/no/such/directory"}})) return 1;
          say(1);
          return 0;
        }) == 0);
  CHECK(numbers_in(file) == "1........");
}

TEST_CASE("regions that are left while tracing is off nest nothing later") {
  support::temporary_directory const directory;
  std::string const one = directory / "one";
  std::string const two = directory / "two";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", one}});
          trace2::region const outer{"test", "outer"};
          {
            trace2::region const inner{"test", "inner"};
            session::reconfigure();
          }
          session::reconfigure({{"TRACE2_CHANGE_EVENT", two}});
          trace2::region const last{"test", "last"};
          say(1);
          return 0;
        }) == 0);
  CHECK(support::count(support::content_of(two),
                       R"("nesting":2,"category":"test","key":"number")") == 1);
  CHECK(support::count(support::content_of(two), R"("event":"region_leave")") == 1);
}

TEST_CASE("a recording gives way to one of another mode and size") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          auto const change = [&](char const* mode, char const* size) {
            return session::reconfigure({{"TRACE2_CHANGE_BINARY", file},
                                         {"TRACE2_CHANGE_BINARY_MODE", mode},
                                         {"TRACE2_CHANGE_BINARY_SIZE", size}});
          };
          if (!change("grow", "1m")) return 1;
          say(1);
          auto const before = open_descriptors();
          for (int i = 0; i < 12; ++i) {
            if (!change("ring", i % 2 == 0 ? "1m" : "2m")) return 2;
            say(2);
          }
          return open_descriptors() == before ? 0 : 3;
        }) == 0);
  std::filesystem::directory_iterator const files{directory.path()};
  CHECK(std::distance(begin(files), end(files)) == 13);
}

TEST_CASE("a file that was renamed is opened anew on request") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          say(1);
          std::filesystem::rename(file, file + ".1");
          say(2);
          if (!session::reopen()) return 1;
          say(3);
          return 0;
        }) == 0);
  CHECK(numbers_in(file + ".1") == "12.......");
  CHECK(numbers_in(file) == "..3......");
}

TEST_CASE("a connection that works is not made anew on request") {
  support::temporary_directory const directory;
  support::collector collector{directory / "socket"};
  std::string const path = std::string{"af_unix:"} + (directory / "socket");
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", path}});
          say(1);
          if (!session::reopen()) return 1;
          say(2);
          return 0;
        }) == 0);
  collector.accept();
  CHECK(support::count(collector.received(), R"("key":"number")") == 2);
  CHECK_FALSE(collector.has_caller());
}

TEST_CASE("a target of the program's own stays as it is") {
  support::temporary_directory const directory;
  std::string const file = directory / "perf";
  CHECK(support::run_in_child([&] {
          static trace2::memory_sink lines;
          trace2::tracer::attach<trace2::format::json>(lines);
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", "0"}, {"TRACE2_CHANGE_PERF", file}});
          say(1);
          session::reconfigure();
          say(2);
          return support::count(lines.text(), R"("key":"number")") == 2 ? 0 : 1;
        }) == 0);
  CHECK(support::count(support::content_of(file), "number:") == 1);
}

TEST_CASE("what a slow thread may be using stays until the first change after it") {
  support::temporary_directory const directory;
  std::string const one = directory / "one";
  std::string const two = directory / "two";
  std::string const three = directory / "three";
  CHECK(support::run_in_child([&] {
          static slow_sink slow;
          trace2::tracer::attach<trace2::format::json>(slow);
          session const trace{2, argv, options};
          if (!session::reconfigure({{"TRACE2_CHANGE_PERF", one}})) return 1;
          auto const before = open_descriptors();
          std::thread writer{[] { trace2::data("test", "number", "stop"); }};
          while (!slow.is_stopped) std::this_thread::yield();
          if (session::reconfigure({{"TRACE2_CHANGE_PERF", two}})) return 2;
          if (session::reconfigure({{"TRACE2_CHANGE_PERF", three}})) return 3;
          say(1);
          slow.may_go_on = true;
          writer.join();
          if (!session::reconfigure({{"TRACE2_CHANGE_PERF", three}})) return 4;
          say(2);
          return open_descriptors() == before ? 0 : 5;
        }) == 0);
  CHECK(support::count(support::content_of(one), "number:stop") == 1);
  CHECK(support::count(support::content_of(two), "number:1") == 1);
  CHECK(support::count(support::content_of(three), "number:2") == 1);
}

TEST_CASE("a session that has ended is not changed any more") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          session::reconfigure();
          trace.end();
          auto const configuration = [] {
            return trace2::detail::this_process.configuration.load_acquire();
          };
          auto const* const before = configuration();
          if (session::reconfigure({{"TRACE2_CHANGE_EVENT", file}})) return 1;
          return configuration() == before ? 0 : 2;
        }) == 0);
  CHECK(support::run_in_child([&] {
          session const silent{2, argv, options};
          silent.end();
          return session::reconfigure({{"TRACE2_CHANGE_EVENT", file}}) ? 1 : 0;
        }) == 0);
}

TEST_CASE("a session that begins and a change in another thread don't disturb each other") {
  CHECK(support::run_in_child([&] {
          session const first{2, argv, options};
          std::atomic<bool> is_over{false};
          std::thread other{[&] {
            for (int i = 0; i < 1000; ++i)
              session::reconfigure({{"TRACE2_CHANGE_PERF_BRIEF", std::to_string(i)}});
            is_over = true;
          }};
          while (!is_over) session const trace{2, argv, options};
          other.join();
          return trace2::tracer::enabled() ? 1 : 0;
        }) == 0);
}

TEST_CASE("lines that are lost when a change delivers them are reported") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  support::scoped_variable const full{"TRACE2_CHANGE_EVENT", "/dev/full"};
  support::scoped_variable const buffer{"TRACE2_CHANGE_EVENT_BUFFER", "64k"};
  auto const lose = [] {
    for (int i = 0; i < 100; ++i) say(i);
  };
  std::string const warning = support::standard_error_of([&] {
    support::scoped_variable const debug{"TRACE2_CHANGE_DST_DEBUG", "1"};
    CHECK(support::run_in_child([&] {
            session const trace{2, argv, options};
            lose();
            return session::reconfigure({{"TRACE2_CHANGE_EVENT", "0"}}) ? 0 : 1;
          }) == 0);
  });
  CHECK(warning.starts_with("warning: trace of 'TRACE2_CHANGE_EVENT' lost 10"));
  CHECK(warning.ends_with(" lines: No space left on device\n"));
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          lose();
          bool const is_changed = session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          trace.end();
          return is_changed ? 0 : 1;
        }) == 0);
  CHECK(support::count(support::content_of(file), R"("key":"lost_lines/event","value":"10)") == 1);
}

TEST_CASE("a child that is forked while all targets are off has an id of its own later") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  std::string const childs = directory / "child";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          session::reconfigure();
          return support::run_in_child([&] {
            if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", childs}})) return 1;
            say(2);
            return 0;
          });
        }) == 0);
  CHECK(numbers_in(childs) == ".2.......");
  auto const sid_of = [](std::string const& text) {
    std::size_t const begin = text.find(R"("sid":")") + 7;
    return text.substr(begin, text.find('"', begin) - begin);
  };
  std::string const parents = sid_of(support::content_of(file));
  CHECK(sid_of(support::content_of(childs)).starts_with(parents + "/"));
}

TEST_CASE("a session that another thread switches on leaves the main thread its name") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          std::thread{[&] { session::reconfigure({{"TRACE2_CHANGE_EVENT", file}}); }}.join();
          say(1);
          return 0;
        }) == 0);
  std::string const text = support::content_of(file);
  CHECK(support::count(text, R"("event":"data")") == 1);
  CHECK(text.substr(text.find(R"("event":"data")")).find(R"("thread":"main")") != text.npos);
  CHECK(support::count(text.substr(0, text.find('\n')), R"("thread":"th01:unknown")") == 1);
}

TEST_CASE("a forked child changes its own targets") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  std::string const childs = directory / "child";
  CHECK(support::run_in_child([&] {
          session const trace{2, argv, options};
          session::reconfigure({{"TRACE2_CHANGE_EVENT", file}});
          int const result = support::run_in_child([&] {
            if (!session::reconfigure({{"TRACE2_CHANGE_EVENT", childs}})) return 1;
            say(2);
            return 0;
          });
          say(1);
          return result;
        }) == 0);
  CHECK(numbers_in(file) == "1........");
  CHECK(numbers_in(childs) == ".2.......");
}

}  // namespace reconfiguration_test
