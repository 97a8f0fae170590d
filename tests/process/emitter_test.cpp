#include <trace2/call/tracer.hpp>
#include <trace2/process/emitter.hpp>

#include <cerrno>
#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/standard_error.hpp"

namespace emitter_test {

using support::brief_session;
using namespace trace2;
using tracer_on = basic_tracer<true, default_targets>;

namespace {

/// Fails for good at its first line.
struct broken_sink final : sink {
  void write(std::string_view) noexcept override { has_failed = true; }
  int error() const noexcept override { return has_failed ? ENOSPC : 0; }
  bool has_failed = false;
};

/// Emits an event while it writes, which a sink must not do.
struct tracing_sink final : sink {
  void write(std::string_view lines) noexcept override {
    ++writes;
    tracer_on::data("sink", "bytes", lines.size());
  }
  int writes = 0;
};

/// The same with a message that takes more memory than any before it.
struct printing_sink final : sink {
  void write(std::string_view) noexcept override {
    tracer_on::print_f(call_site::here(), "%4096d", 1);
  }
};

void break_normal(sink& by, bool diagnoses) {
  target<format::normal>::state.open(by, {.variable = "TRACE2_X", .diagnoses = diagnoses});
}

}  // namespace

TEST_CASE("what a sink traces changes no event that other targets have still to write",
          "[R-LIFE-21]") {
  printing_sink sink;
  brief_session session;
  tracer_on::attach<format::normal>(sink);
  tracer_on::print_f(call_site::here(), "%d of %d", 1, 2);
  CHECK(session.events() == "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"1 of 2\"}\n");
  target<format::normal>::state.close();
}

TEST_CASE("all targets of an event show one moment", "[R-API-36][R-TIME-09]") {
  testing::memory_session session;
  session.clock.advance_microseconds(1'234'567);
  tracer_on::region_enter("c", "l");
  CHECK(session.perf().find("|  1.234567 |") != std::string_view::npos);
  CHECK(session.event().find("\"time\":\"2000-01-01T00:00:01.234567Z\"") != std::string_view::npos);
}

TEST_CASE("a sink that traces is not heard, but counted", "[R-LIFE-21]") {
  tracing_sink sink;
  brief_session session;
  tracer_on::attach<format::normal>(sink);
  tracer_on::print("m");
  CHECK(sink.writes == 1);
  CHECK(session.events() == "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"m\"}\n");
  target<format::normal>::state.close();
  session.end();
  CHECK(session.events().find("\"key\":\"event_within_sink\",\"value\":\"1\"") !=
        std::string::npos);
}

TEST_CASE("a target that fails is told of in the others, if the user wants to know",
          "[R-WR-04][R-LIFE-21][R-DST-25]") {
  broken_sink sink;
  brief_session session;
  break_normal(sink, true);
  std::string const warning = support::standard_error_of([] { tracer_on::print("m"); });
  CHECK(warning == "warning: unable to write trace for 'TRACE2_X': No space left on device\n");
  CHECK(session.events() ==
        "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"m\"}\n"
        "{\"event\":\"error\",\"msg\":\"unable to write trace for 'TRACE2_X': No space left on "
        "device\",\"fmt\":\"unable to write trace for '%s': %s\"}\n");
  tracer_on::print("m");
  CHECK(session.events() == "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"m\"}\n");
}

TEST_CASE("otherwise it ends in silence", "[R-WR-04]") {
  broken_sink sink;
  brief_session session;
  break_normal(sink, false);
  CHECK(support::standard_error_of([] { tracer_on::print("m"); }) == "");
  CHECK(session.events() == "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"m\"}\n");
}

TEST_CASE("tracing stays on when every target has failed", "[R-API-03]") {
  using targets = dispatcher<target_list<format::normal, format::perf, format::json>>;
  broken_sink sinks[targets::size];
  brief_session session;
  int next = 0;
  targets::for_each([&](auto each) { each.state.open(sinks[next++], {}); });
  tracer_on::print("m");
  CHECK(tracer_on::enabled());
  for (broken_sink const& sink : sinks) CHECK(sink.has_failed);
}

TEST_CASE("the overload of a directory is told to EVENT in the sentinel", "[R-DST-16]") {
  memory_sink sink;
  brief_session session;
  {
    detail::call_context const s;
    detail::emitter<default_targets>::publish_too_many_files(s, call_site::here());
  }
  CHECK(session.events() == "");
  target<format::json>::state.open(sink, {.format = {.brief = true}, .is_overloaded = true});
  {
    detail::call_context const s;
    detail::emitter<default_targets>::publish_too_many_files(s, call_site::here());
  }
  CHECK(sink.text() == "{\"event\":\"too_many_files\",\"sid\":\"SID\",\"thread\":\"main\"}\n");
}

}  // namespace emitter_test
