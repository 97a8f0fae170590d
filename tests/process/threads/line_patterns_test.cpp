#include <trace2/process/threads/line_patterns.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"

namespace line_patterns_test {

using trace2::call_site;
using trace2::testing::memory_session;
using trace2::testing::memory_session_options;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

namespace {

constexpr auto largest = std::numeric_limits<std::int64_t>::max();

/// A data event whose line is a pattern after some rounds, and the same without one.
template <class Number>
void trace_data(bool by_site, Number number) {
  constexpr int line = __LINE__ + 2;
  if (by_site)
    TRACE2_DATA("cat\"egory", "key", number);
  else
    tracer::data("cat\"egory", "key", number, {}, call_site{__FILE__, line});
}

/// A region in the same way.
void trace_region(bool by_site, auto const& inside) {
  constexpr int line = __LINE__ + 2;
  if (by_site) {
    TRACE2_REGION("category wider than its column", "label");
    inside();
    return;
  }
  tracer::region_enter("category wider than its column", "label", {}, call_site{__FILE__, line});
  inside();
  tracer::region_leave("category wider than its column", "label", {}, call_site{__FILE__, line});
}

struct outcome {
  std::string perf;
  std::string event;
};

/// All lines that a part of a program makes; both ways of tracing it must give the same.
outcome lines_of(bool by_site, memory_session_options const& options, auto const& part) {
  memory_session session{options};
  part(by_site, session);
  return {std::string{session.perf()}, std::string{session.event()}};
}
void check_part(auto const& part, memory_session_options const& options = {}) {
  outcome const copied = lines_of(true, options, part);
  outcome const written = lines_of(false, options, part);
  CHECK(copied.perf == written.perf);
  CHECK(copied.event == written.event);
  CHECK(!written.perf.empty());
}

/// What a program does again and again, with times of all sizes in between.
void run(bool by_site, memory_session<>& session) {
  for (std::int64_t round = 0; round < 60; ++round) {
    session.clock.advance_microseconds(round % 7 == 0 ? 1'234'567 * round : 13 + round);
    trace_data(by_site, round);
    trace_region(by_site, [&] {
      session.clock.advance_microseconds(round % 5 == 0 ? 999'999 : round);
      trace_data(by_site, -round * 1'000);
      trace_region(by_site, [&] { trace_data(by_site, 12'345u); });
    });
  }
}

}  // namespace

TEST_CASE("each session in memory has its own id in its lines") {
  auto const part = [](bool by_site, memory_session<>&) {
    for (int round = 0; round < 6; ++round) trace_data(by_site, round);
  };
  for (char const* const sid : {"one", "two", "one"}) check_part(part, {.sid = sid});
  for (char const* const parent : {"", "a", "a/b"})
    check_part(part, {.parent_sid = parent, .sid = "s"});
}

TEST_CASE("lines that are copied equal those that are written") { check_part(run); }

TEST_CASE("copied lines are brief when they shall be") {
  check_part(run, {.format = {.brief = true}});
}

TEST_CASE("copied lines keep to the nesting limit") {
  check_part(run, {.format = {.nesting_limit = 1}});
  check_part(run, {.format = {.nesting_limit = 100}});
}

TEST_CASE("copied lines show where the process comes from") {
  check_part(run, {.parent_sid = "grand/parent"});
}

TEST_CASE("lines too long for a pattern are written") {
  std::string const ancestors(500, 'a');
  check_part(run, {.parent_sid = ancestors});
}

TEST_CASE("numbers of all sizes are copied into lines") {
  check_part([](bool by_site, memory_session<>&) {
    for (int round = 0; round < 3; ++round) {
      for (std::int64_t const number : {std::int64_t{0}, std::int64_t{3}, std::int64_t{7},
                                        std::int64_t{33}, std::int64_t{-3}, largest, -largest - 1})
        trace_data(by_site, number);
      for (std::uint64_t const number :
           {std::uint64_t{3}, std::uint64_t{largest} + 1, ~std::uint64_t{0}})
        trace_data(by_site, number);
      for (double const number : {0.5, 1e300, -3.0}) trace_data(by_site, number);
    }
  });
}

TEST_CASE("each thread has lines of its own") {
  check_part([](bool by_site, memory_session<>& session) {
    for (int round = 0; round < 3; ++round) {
      run(by_site, session);
      std::thread{[&] {
        tracer::thread_start("worker");
        run(by_site, session);
        tracer::thread_start("another");
        run(by_site, session);
      }}.join();
    }
  });
}

TEST_CASE("a thread that becomes the main one of a forked child has lines of its own") {
  check_part([](bool by_site, memory_session<>&) {
    std::thread{[&] {
      tracer::thread_start("worker");
      for (int round = 0; round < 4; ++round) trace_data(by_site, round);
      auto& own = *trace2::detail::all_threads.known();
      auto* const next = own.next;  // which a child wouldn't have
      own.restart_as_main(trace2::detail::clock::now());
      own.next = next;
      for (int round = 0; round < 4; ++round) trace_data(by_site, round);
    }}.join();
  });
}

TEST_CASE("a site has a line for the depth that it is passed at") {
  check_part([](bool by_site, memory_session<>&) {
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 4; ++i) trace_data(by_site, i);
      tracer::region_enter("c", "l");
    }
  });
}

TEST_CASE("settings that change show in the next line") {
  trace2::memory_sink sink;
  memory_session session;
  using event = trace2::target<trace2::format::json>;
  for (bool const brief : {false, true, false}) {
    event::state.open(sink, {.format = {.brief = brief}});
    for (int round = 0; round < 4; ++round) {
      sink.clear();
      trace_data(true, round);
      CHECK((sink.text().find("\"file\"") == std::string_view::npos) == brief);
    }
  }
  event::state.close();
}

}  // namespace line_patterns_test
