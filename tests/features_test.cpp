#include <trace2/core.hpp>
#include <trace2/detailed_sums.hpp>
#include <trace2/features.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/count.hpp"
#include "support/environment.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <signal.h>

namespace features_test {

// Each session lives in a process of its own, because it changes the process.

namespace {

using tracer = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;
template <class... Feature>
using session = trace2::basic_session<tracer, trace2::features<Feature...>>;

constexpr char const* argv[] = {"curl",
                                "-u",
                                "me:by-option",
                                "https://me:by-url@h/",
                                "--token=by-name",
                                "--token",
                                "by-option-name",
                                "Authorization: Bearer by-header",
                                "AKIA0123456789ABCDEF",
                                nullptr};
constexpr int argc = 9;

trace2::session_options options(trace2::settings_source const& source = {
                                    .prefix = "FEATURES_TEST"}) {
  return {.settings = source, .ancestry = false};
}

/// What a session writes to the EVENT target, and what it says on standard error.
struct outcome {
  std::string trace;
  std::string said;
};

template <class Session>
outcome outcome_of(trace2::session_options const& chosen) {
  support::temporary_directory const directory;
  support::scoped_variable const target{"FEATURES_TEST_EVENT", directory / "event"};
  CHECK(support::run_in_child([&] {
          directory.write("said", support::standard_error_of([&] {
                            Session const trace{argc, argv, chosen};
                            tracer::data("features", "number", 7);
                            trace.end();
                          }));
          return 0;
        }) == 0);
  return {support::content_of(directory / "event"), support::content_of(directory / "said")};
}

/// Of a brief trace only the first and the last event tell the time (R-EVT-04).
bool is_brief(std::string_view trace) { return support::count(trace, "\"time\":") == 2; }

}  // namespace

TEST_CASE("each session hides passwords in URLs and what a name announces",
          "[R-RED-03][R-RED-05]") {
  auto const [trace, said] = outcome_of<session<>>(options());
  CHECK(support::count(trace, "\"event\":\"start\"") == 1);
  for (std::string_view const hidden : {"by-url", "by-name", "by-option-name", "by-header"})
    CHECK(support::count(trace, hidden) == 0);
  CHECK(support::count(trace, "me:by-option\"") == 1);
  CHECK(support::count(trace, "AKIA0123456789ABCDEF") == 1);
  CHECK(said.empty());
}

TEST_CASE("with the feature it knows options of programs and shapes of tokens too", "[R-LIM-08]") {
  auto const [trace, said] = outcome_of<session<trace2::redaction>>(options());
  CHECK(support::count(trace, "\"event\":\"start\"") == 1);
  for (std::string_view const hidden : {"by-url", "by-name", "by-option", "by-header", "AKIA"})
    CHECK(support::count(trace, hidden) == 0);
  CHECK(said.empty());
}

TEST_CASE("who sets what is hidden learns that the program has fewer rules") {
  support::scoped_variable const redact{"FEATURES_TEST_REDACT", "1"};
  CHECK(outcome_of<session<>>(options()).said.empty());
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  CHECK(outcome_of<session<>>(options()).said ==
        "warning: secrets are hidden in URLs and behind names alone: the session is built without "
        "the feature redaction\n");
  CHECK(outcome_of<session<trace2::redaction>>(options()).said.empty());
  support::scoped_variable const none{"FEATURES_TEST_REDACT", "0"};
  CHECK(outcome_of<session<>>(options()).said.empty());
}

TEST_CASE("a redactor of the program's own has no rules that could be fewer") {
  support::scoped_variable const redact{"FEATURES_TEST_REDACT", "1"};
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  trace2::session_options chosen = options();
  chosen.redact_with = [](trace2::text, trace2::redacted_text& out) noexcept {
    out.append("X");
    return true;
  };
  CHECK(outcome_of<session<>>(chosen).said.empty());
}

TEST_CASE("configuration files are read with their feature, and left out without it") {
  support::temporary_directory const directory;
  std::string const file = directory.write("config", "[trace2]\n eventBrief = yes\n");
  trace2::settings_source const source{.prefix = "FEATURES_TEST", .system_file = file};
  auto const read = outcome_of<session<trace2::config_files>>(options(source));
  CHECK(is_brief(read.trace));
  CHECK(read.said.empty());
  CHECK(outcome_of<session<trace2::git_config>>(options(source)).said.empty());
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  auto const left_out = outcome_of<session<trace2::git_config>>(options(source));
  CHECK_FALSE(is_brief(left_out.trace));
  CHECK(left_out.said ==
        "warning: configuration files are left out: the session is built without the feature "
        "config_files\n");
}

TEST_CASE("Git's own configuration has a feature of its own", "[R-SET-04]") {
  support::temporary_directory const directory;
  std::string const file = directory.write("config", "[trace2]\n eventBrief = yes\n");
  support::scoped_variable const global{"GIT_CONFIG_GLOBAL", file};
  support::scoped_variable const system{"GIT_CONFIG_NOSYSTEM", "1"};
  trace2::settings_source const source{
      .prefix = "FEATURES_TEST", .system_file = "/none", .is_git = true};
  CHECK(is_brief(outcome_of<session<trace2::git_config>>(options(source)).trace));
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  CHECK(outcome_of<session<trace2::config_files>>(options(source)).said ==
        "warning: configuration files are left out: the session is built without the feature "
        "git_config\n");
}

TEST_CASE("who asks for a recording learns that the session has no flight recorder") {
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  {
    support::scoped_variable const off{"FEATURES_TEST_BINARY", "0"};
    CHECK(outcome_of<session<>>(options()).said.empty());
  }
  support::scoped_variable const binary{"FEATURES_TEST_BINARY", "1"};
  CHECK(outcome_of<session<>>(options()).said ==
        "warning: FEATURES_TEST_BINARY has no effect: the session is built without the flight "
        "recorder\n");
}

TEST_CASE("phases and lengths of intervals are shown with their feature, and counted without it") {
  static trace2::basic_distribution_timer<true> const lookup{"features", "lookup"};
  static trace2::basic_distribution_timer<true> const idle{"features", "idle"};
  support::temporary_directory const directory;
  support::scoped_variable const target{"FEATURES_TEST_EVENT", directory / "event"};
  auto const trace_of = [&]<class Session>(Session*) {
    directory.write("event", "");
    CHECK(support::run_in_child([] {
            Session const trace{argc, argv, options()};
            trace2::basic_phase<true> step{"features", "first"};
            for (int i = 0; i < 2; ++i) auto const interval = lookup.measure();
            step.next("features", "second");
            step.end();
            trace.end();
            return 0;
          }) == 0);
    return support::content_of(directory / "event");
  };
  std::string const with = trace_of(static_cast<session<trace2::detailed_sums>*>(nullptr));
  CHECK(support::count(with, "\"event\":\"timer\"") == 1);
  CHECK(support::count(with, "{\"of\":\"timer\"") == 1);
  CHECK(support::count(with, "{\"of\":\"phase\"") == 2);
  CHECK(support::count(with, "missing_feature") == 0);
  std::string const without = trace_of(static_cast<session<>*>(nullptr));
  CHECK(support::count(without, "\"name\":\"lookup\",\"intervals\":2") == 1);
  CHECK(support::count(without, "data_json") == 0);
  // Two phases and a timer.
  CHECK(support::count(without, "\"key\":\"missing_feature/detailed_sums\",\"value\":\"3\"") == 1);
}

TEST_CASE("signals are traced, and children get a trace context, with their features") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"FEATURES_TEST_EVENT", directory / "event"};
  support::scoped_variable const none{"TRACEPARENT", nullptr};
  trace2::session_options chosen = options();
  chosen.signals = chosen.trace_context = true;
  auto const has_context_before_it_ends = [&]<class Session>(Session*) {
    directory.write("event", "");
    CHECK(support::run_in_child([&] {
            Session const trace{argc, argv, chosen};
            directory.write("context", std::getenv("TRACEPARENT") == nullptr ? "" : "context");
            ::raise(SIGHUP);
            return 0;
          }) == -SIGHUP);
    return support::content_of(directory / "context") == "context";
  };
  CHECK_FALSE(has_context_before_it_ends(static_cast<session<trace2::signal_events>*>(nullptr)));
  CHECK(support::count(support::content_of(directory / "event"), "\"event\":\"signal\"") == 1);
  CHECK(has_context_before_it_ends(static_cast<session<trace2::trace_context>*>(nullptr)));
  CHECK(support::count(support::content_of(directory / "event"), "\"event\":\"signal\"") == 0);
}

TEST_CASE("who asks for signals or a trace context learns that the session has none of it") {
  trace2::session_options chosen = options();
  chosen.signals = chosen.trace_context = true;
  CHECK(outcome_of<session<>>(chosen).said.empty());
  support::scoped_variable const debug{"FEATURES_TEST_DST_DEBUG", "1"};
  CHECK(outcome_of<session<>>(chosen).said ==
        "warning: signals are not traced: the session is built without the feature signal_events\n"
        "warning: children get no TRACEPARENT: the session is built without the feature "
        "trace_context\n");
  using both = session<trace2::signal_events, trace2::trace_context>;
  CHECK(outcome_of<both>(chosen).said.empty());
}

TEST_CASE("a session has its own features, whatever the one before it had") {
  support::temporary_directory const directory;
  std::string const file = directory.write("config", "");
  support::scoped_variable const target{"FEATURES_TEST_EVENT", directory / "event"};
  trace2::settings_source const source{.prefix = "FEATURES_TEST", .system_file = file};
  CHECK(support::run_in_child([&] {
          session<trace2::redaction>{argc, argv, options(source)}.end();
          directory.write("config", "[trace2]\n eventBrief = yes\n");
          session<trace2::config_files>{argc, argv, options(source)}.end();
          return 0;
        }) == 0);
  std::string const trace = support::content_of(directory / "event");
  CHECK(support::count(trace, "AKIA") == 1);
  std::size_t const second = trace.find("\"event\":\"version\"", 20);
  REQUIRE(second != trace.npos);
  CHECK_FALSE(is_brief(trace.substr(0, second)));
  CHECK(is_brief(trace.substr(second)));
}

TEST_CASE("a session that is switched on later has its own features, whoever asked for an id") {
  support::temporary_directory const directory;
  auto const hides_all = [&](auto const& meanwhile) {
    directory.write("event", "");
    CHECK(support::run_in_child([&] {
            session<trace2::redaction> const trace{argc, argv, options()};
            meanwhile();
            CHECK(trace.reconfigure({{"FEATURES_TEST_EVENT", directory / "event"}}));
            trace.end();
            return 0;
          }) == 0);
    std::string const trace = support::content_of(directory / "event");
    CHECK(support::count(trace, "\"event\":\"start\"") == 1);
    return support::count(trace, "AKIA") + support::count(trace, "by-option\"") == 0;
  };
  CHECK(hides_all([] {}));
  CHECK(hides_all([] { session<>::id({.prefix = "FEATURES_TEST"}); }));
  CHECK(hides_all([] {
    using other = trace2::basic_tracer<true, trace2::target_list<trace2::format::normal>>;
    trace2::basic_session<other, trace2::features<>>{argc, argv, options()};
  }));
}

}  // namespace features_test
