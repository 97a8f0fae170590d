// Memory runs out at each allocation of the beginning of a session, and of a change of its
// settings. Then all settings count, or those before: one that is missing may hide a secret. A
// trace that begins has an end.
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/trace2.hpp>

#include <string>
#include <string_view>

#include "failing_memory.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <stdlib.h>
#include <unistd.h>

namespace {

using faults::failing_memory;

/// A person whose settings stand in variables, in files, and in files that these include.
class person {
 public:
  person() {
    directory_.write(".config/frob/config",
                     "[include]\n\tpath = more\n[remote \"origin\"]\n\turl = https://host/\n"
                     "[includeIf \"hasconfig:remote.*.url:https://**\"]\n\tpath = ~/.brief\n");
    directory_.write(".config/frob/more", "[trace2]\n\teventFilter = *,!hidden\n");
    directory_.write(".brief", "[trace2]\n\teventBrief = true\n");
  }

  std::string file(char const* name) const { return directory_ / name; }
  /// What the program has traced to a file, which goes.
  std::string take(char const* name) const {
    std::string const traced = support::content_of(file(name));
    ::unlink(file(name).c_str());
    return traced;
  }

  /// For a child, as is what follows.
  void start_program() const {
    ::alarm(60);
    ::setenv("HOME", directory_.path().c_str(), 1);
    ::unsetenv("XDG_CONFIG_HOME");
    ::setenv("TRACE2_REDACT_ALL", "1", 1);
    ::setenv("TRACE2_EVENT", file("trace").c_str(), 1);
  }

 private:
  support::temporary_directory directory_;
};

struct session : trace2::session {
  session() noexcept
      : trace2::session{
            1, argv, {.settings = {.prefix = "TRACE2", .user_files = {"frob/config"}}}} {}

  static constexpr char const* argv[] = {"settings", nullptr};
};

void use() {
  TRACE2_DATA("hidden", "key", 1);
  TRACE2_DATA("shown", "key", "https://user:password@host/");
}

bool has(std::string_view trace, std::string_view word) { return trace.find(word) != trace.npos; }

bool is_by_all_settings(std::string_view trace) {
  return has(trace, "\"shown\"") && !has(trace, "hidden") && !has(trace, "password") &&
         !has(trace, "\"file\"");
}

/// In a child each, lets an allocation of `run` fail, or that and others behind it, until there is
/// no such allocation. `run` returns true for a program that traces by new settings, which `check`
/// is told.
void at_each_allocation(auto const& run, auto const& check) {
  constexpr int is_new = 1;
  constexpr int has_failed = 2;
  for (unsigned const count : {1U, 3U, 1'000'000U}) {
    unsigned first = 0;
    for (int result = has_failed; (result & has_failed) != 0;) {
      ++first;
      result = support::run_in_child([&] {
        failing_memory::allocations = failing_memory::made = 0;
        failing_memory::first = first;
        failing_memory::count = count;
        bool const traces_by_new = run();
        return (traces_by_new ? is_new : 0) | (failing_memory::made != 0 ? has_failed : 0);
      });
      INFO("allocation " << first << " fails, of " << count);
      REQUIRE(result >= 0);
      check((result & is_new) != 0);
    }
    CHECK(first > 10);
  }
}

}  // namespace

TEST_CASE("a session whose settings find no memory traces nothing", "[R-LIM-03]") {
  person const here;
  at_each_allocation(
      [&] {
        here.start_program();
        failing_memory::is_armed = true;
        session const traced;
        failing_memory::is_armed = false;
        bool const is_on = trace2::is_enabled();
        use();
        traced.end();
        return is_on;
      },
      [&](bool is_on) {
        std::string const trace = here.take("trace");
        CAPTURE(trace);
        CHECK((is_on ? is_by_all_settings(trace) : trace.empty()));
        CHECK(is_on == has(trace, "\"atexit\""));
      });
}

TEST_CASE("a recording that finds no memory leaves no file that is none", "[R-LIM-03]") {
  person const here;
  auto const is_recording = [&here](char const* name) {
    trace2::read::flight_recording recording;
    return recording.open(here.file(name).c_str()).empty();
  };
  at_each_allocation(
      [&] {
        here.start_program();
        ::unsetenv("TRACE2_EVENT");
        ::setenv("TRACE2_BINARY", here.file("recording").c_str(), 1);
        failing_memory::is_armed = true;
        session const traced;
        failing_memory::is_armed = false;
        return false;
      },
      [&](bool) {
        CHECK((::access(here.file("recording").c_str(), F_OK) != 0 || is_recording("recording")));
        here.take("recording");
      });
}

TEST_CASE("a warning needs no memory", "[R-DST-24]") {
  failing_memory::first = failing_memory::allocations + 1;
  failing_memory::count = 1'000'000;
  std::string const said = support::standard_error_of([] {
    failing_memory::arm([] { trace2::detail::warn({"trace ", std::string_view{"is off"}}); });
    failing_memory::arm([] {
      char const long_text[1000] = {'x'};
      trace2::detail::warn({"!", {long_text, sizeof long_text}});
    });
  });
  failing_memory::first = 0;
  CHECK(said.starts_with("warning: trace is off\nwarning: !x"));
  CHECK(said.ends_with('\n'));
}

TEST_CASE("new settings that find no memory change nothing", "[R-LIM-03]") {
  person const here;
  at_each_allocation(
      [&] {
        here.start_program();
        session const traced;
        ::setenv("TRACE2_EVENT", here.file("new").c_str(), 1);
        bool is_done = false;
        failing_memory::arm([&] { is_done = session::reconfigure(); });
        use();
        traced.end();
        return is_done;
      },
      [&](bool is_done) {
        std::string const before = here.take("trace");
        std::string const after = here.take("new");
        CAPTURE(is_done, before, after);
        CHECK(is_by_all_settings(is_done ? after : before));
        CHECK(!has(is_done ? before : after, "shown"));
      });
}
