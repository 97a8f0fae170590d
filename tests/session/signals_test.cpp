#include <trace2/event/data.hpp>
#include <trace2/format.hpp>
#include <trace2/session/signals.hpp>
#include <trace2/testing.hpp>

#include <atomic>
#include <concepts>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <signal.h>
#include <unistd.h>

namespace signals_test {

namespace {

using watched = trace2::detail::signals<trace2::default_targets>;

/// The disposition of a signal: default, ignored or handled.
char disposition(int signo) {
  struct sigaction now {};
  ::sigaction(signo, nullptr, &now);
  return now.sa_handler == SIG_DFL ? 'd' : now.sa_handler == SIG_IGN ? 'i' : 'h';
}

void all_default() {
  for (int const signo : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1})
    ::signal(signo, SIG_DFL);
}

/// A sink that reports its line by the exit code of its process.
struct exiting_sink final : trace2::sink {
  void write(std::string_view line) noexcept override {
    bool const is_signal = line.find("\"event\":\"signal\"") != line.npos &&
                           line.find("\"signo\":15}") != line.npos && line.back() == '\n';
    ::_exit(is_signal ? 42 : 43);
  }
  bool is_signal_safe() const noexcept override { return true; }
};

/// A terminal that says by the exit code of its process whether it was shown control bytes.
struct terminal_sink final : trace2::sink {
  void write(std::string_view line) noexcept override {
    if (line.find("| signal ") == line.npos) return;
    bool const is_harmless = line.find_first_of("\033\a\x9b") == line.npos &&
                             line.find("th01:?[31m??") != line.npos && line.back() == '\n';
    ::_exit(is_harmless ? 45 : 46);
  }
  bool is_signal_safe() const noexcept override { return true; }
  bool is_terminal() const noexcept override { return true; }
};

/// A sink that the handler of a signal is stuck in.
struct stuck_sink final : trace2::sink {
  void write(std::string_view) noexcept override {
    is_reached = true;
    while (true) ::pause();
  }
  bool is_signal_safe() const noexcept override { return true; }
  std::atomic<bool> is_reached{false};
};

struct unsafe_sink final : trace2::sink {
  void write(std::string_view) noexcept override { ::_exit(44); }
};

/// A format that can write nothing but what it wants.
struct data_only {
  static constexpr std::string_view name = "data_only";
  template <trace2::event_type Event>
  static constexpr bool wants = std::same_as<Event, trace2::event::data>;
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<trace2::event::data> const& record) noexcept {
    out.append(record.event.key);
  }
};

int raise_with(trace2::sink& to) {
  all_default();
  trace2::testing::memory_session<> session;
  trace2::target<trace2::format::normal>::state.close();
  trace2::target<trace2::format::perf>::state.close();
  trace2::target<trace2::format::json>::state.open(to, {});
  watched::watch();
  ::raise(SIGTERM);
  return 0;
}

}  // namespace

TEST_CASE("five signals are watched, of those at their default action",
          "[R-LIFE-14][R-LIFE-24][R-LIM-11]") {
  CHECK(support::run_in_child([] {
          all_default();
          ::signal(SIGHUP, SIG_IGN);
          void (*const own)(int) = [](int) {};
          ::signal(SIGINT, own);
          watched::watch();
          bool const is_right = disposition(SIGTERM) == 'h' && disposition(SIGQUIT) == 'h' &&
                                disposition(SIGPIPE) == 'h' && disposition(SIGHUP) == 'i' &&
                                ::signal(SIGINT, SIG_DFL) == own && disposition(SIGUSR1) == 'd';
          return is_right ? 0 : 1;
        }) == 0);
}

TEST_CASE("a watched signal is an event of the targets whose sinks allow it", "[R-LIFE-15]") {
  exiting_sink safe;
  CHECK(support::run_in_child([&] { return raise_with(safe); }) == 42);
  unsafe_sink unsafe;
  CHECK(support::run_in_child([&] { return raise_with(unsafe); }) == -SIGTERM);
}

TEST_CASE("a format that does not want signals is not asked to write one") {
  CHECK(support::run_in_child([] {
          all_default();
          trace2::testing::memory_session<> session;
          exiting_sink sink;
          trace2::target<data_only>::state.open(sink, {});
          trace2::detail::signals<trace2::target_list<data_only>>::watch();
          ::raise(SIGTERM);
          return 0;
        }) == -SIGTERM);
}

TEST_CASE("a terminal obeys nothing that a thread's name says", "[R-LIM-16]") {
  CHECK(support::run_in_child([] {
          all_default();
          trace2::testing::memory_session<> session;
          static terminal_sink terminal;
          trace2::target<trace2::format::perf>::state.open(terminal, {});
          watched::watch();
          std::thread{[] {
            trace2::tracer::thread_start("\033[31m\a\x9b");
            ::raise(SIGTERM);
          }}.join();
          return 0;
        }) == 45);
}

TEST_CASE("signals are given back, but for those that the program handles meanwhile") {
  CHECK(support::run_in_child([] {
          all_default();
          watched::watch();
          ::signal(SIGINT, SIG_IGN);
          watched::let_go();
          bool const is_right = disposition(SIGTERM) == 'd' && disposition(SIGINT) == 'i';
          return is_right ? 0 : 1;
        }) == 0);
}

TEST_CASE("in the child of a fork no handler runs that ran in the parent") {
  CHECK(support::run_in_child([] {
          static stuck_sink sink;
          std::thread{[] { raise_with(sink); }}.detach();
          while (!sink.is_reached) std::this_thread::yield();
          if (!watched::are_shown()) ::_exit(1);
          ::_exit(support::run_in_child([] { return watched::are_shown() ? 2 : 0; }));
          return 0;
        }) == 0);
}

TEST_CASE("a handler leaves the session of another object alone") {
  CHECK(support::run_in_child([] {
          all_default();
          exiting_sink sink;
          trace2::testing::memory_session<> session;
          trace2::target<trace2::format::json>::state.open(sink, {});
          watched::watch();
          trace2::detail::process_state other;
          trace2::detail::verb_table verbs{};
          verbs.process = &other;
          trace2::detail::object_switch_of<true>::value.verbs.store_release(&verbs);
          ::raise(SIGTERM);
          return 0;
        }) == -SIGTERM);
}

TEST_CASE("without a session a watched signal only does what it does") {
  CHECK(support::run_in_child([] {
          all_default();
          watched::watch();
          ::raise(SIGHUP);
          return 0;
        }) == -SIGHUP);
}

}  // namespace signals_test
