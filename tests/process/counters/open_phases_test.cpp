#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/open_phases.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"
#include <unistd.h>

namespace open_phases_test {

using support::brief_session;
using trace2::sum_scope;
using open_phase = trace2::detail::open_phase<true>;

namespace {

open_phase* begin(char const* name, sum_scope of = sum_scope::per_process) {
  return open_phase::begin(*trace2::detail::verbs<true>(), "test", name, of, {});
}

std::size_t times(std::string const& text, std::string_view found) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(found, at)) != text.npos; ++at) ++count;
  return count;
}

brief_session* ending;                     ///< that of a child process
int (*others_found)() = [] { return 0; };  ///< in that child, after its phases

/// Says by the exit code how many phases the session has shown. Older than the handler of the
/// phases, which the first of them registers.
void tell() {
  if (ending == nullptr) return;
  int const found = others_found();
  ::_exit(found + static_cast<int>(times(ending->events(), R"("of":"phase")")));
}
int const is_telling = std::atexit(tell) + std::at_quick_exit(tell);

/// How many phases are shown when a child process ends by `end`.
int shown_at_exit(void (*end)(), auto const& action) {
  CHECK(is_telling == 0);
  return support::run_in_child([&] {
    brief_session own;
    ending = &own;
    action();
    end();
    return 99;
  });
}
void exit_now() { std::exit(99); }
void quick_exit_now() { std::quick_exit(99); }

}  // namespace

TEST_CASE("phases that are open when the process ends are shown then") {
  CHECK(shown_at_exit(exit_now, [] {}) == 0);
  for (auto const end : {exit_now, quick_exit_now}) {
    CHECK(shown_at_exit(end, [] { begin("one"); }) == 1);
    CHECK(shown_at_exit(end, [] {
            begin("ended")->end();
            begin("open");
            std::thread{[] { begin("of another thread"); }}.join();
          }) == 3);
  }
}

TEST_CASE("an open phase of another thread alone can't be shown, and is counted") {
  CHECK(shown_at_exit(exit_now, [] {
          std::thread{[] { begin("of the thread", sum_scope::per_thread); }}.join();
          begin("own", sum_scope::per_thread);
          others_found = [] {
            return 10 * static_cast<int>(trace2::detail::this_process.misuse.sum.load_relaxed());
          };
        }) == 11);
}

TEST_CASE("the end of a process shows no phase of its parent") {
  CHECK(shown_at_exit(exit_now, [] {
          begin("of the parent");
          // The child of this child tells by its exit code.
          int const shown = support::run_in_child([] {
            trace2::detail::all_threads.begin_child(trace2::detail::clock::now());
            begin("own");
            std::exit(99);
            return 99;
          });
          if (shown != 1) ::_exit(97);
        }) == 1);
}

TEST_CASE("an owner that ends its phase while the process shows it does nothing") {
  CHECK(shown_at_exit(exit_now, [] {
          static open_phase* shown;
          static open_phase* gone_on;
          others_found = [] {
            shown->end();
            return gone_on->next("test", "next", {}) ? 10 : 0;
          };
          shown = begin("shown");
          gone_on = begin("shown, too");
        }) == 2);
}

TEST_CASE(
    "the end of a session shows its open phases, and their memory serves the next session's") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_EVENT", directory / "event"};
  CHECK(support::run_in_child([] {
          constexpr char const* argv[] = {"program", nullptr};
          open_phase* shown[2];
          for (open_phase*& each : shown) {
            trace2::session const trace{1, argv, {.ancestry = false}};
            each = begin("open");
            trace.end();
            each->end();
          }
          return shown[0] == shown[1] ? 0 : 1;
        }) == 0);
  std::string const text = support::content_of(directory / "event");
  CHECK(times(text, R"("of":"phase")") == 2);
  CHECK(text.rfind(R"("of":"phase")") < text.rfind(R"("event":"atexit")"));
}

TEST_CASE("the memory of a phase serves the next one") {
  brief_session session;
  open_phase* const first = begin("first");
  open_phase* const beside = begin("beside");
  CHECK(first != beside);
  first->end();
  CHECK(begin("second") == first);
  CHECK(first->next("test", "third", {}));
  first->end();
  beside->end();
  CHECK(times(session.events(), R"("of":"phase")") == 4);
}

TEST_CASE("threads begin and end phases at the same time") {
  brief_session session;
  constexpr int threads = 3;
  constexpr int each = 400;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([] {
      for (int k = 0; k < each; ++k) {
        open_phase* const one = begin("one");
        open_phase* const other = begin("other");
        if (!one->next("test", "next", {})) std::abort();
        other->end();
        one->end();
      }
    });
  for (std::thread& one : running) one.join();
  CHECK(times(session.events(), R"("of":"phase")") == 3 * threads * each);
}

}  // namespace open_phases_test
