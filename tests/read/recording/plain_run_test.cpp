#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/recording/plain_run.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/recording_session.hpp"

namespace plain_run_test {

using namespace trace2;
using read::recording::plain_run;
using read::recording::stored_event;
using support::recording_session;
using support::tracer_on;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

/// Records four plain events.
void do_work(testing::fake_clock& clock, int number) {
  TRACE2_REGION("hot", "loop");
  clock.advance_nanoseconds(11);
  TRACE2_DATA("hot", "number", number);
  clock.advance_nanoseconds(1'200);
  TRACE2_DATA("hot", "size", std::size_t{7});
}

struct opened {
  explicit opened(recording_session const& run) {
    REQUIRE(recording.open(run.path.c_str()) == "");
    first = recording.next();
    REQUIRE(first != nullptr);
  }
  read::flight_recording recording;
  stored_event const* first;
};

void check_same(stored_event const& a, stored_event const& b) {
  CHECK(a.nanoseconds == b.nanoseconds);
  CHECK(a.wall_nanoseconds == b.wall_nanoseconds);
  CHECK(a.started == b.started);
  CHECK(a.since == b.since);
  CHECK(a.thread == b.thread);
  CHECK(a.thread_number == b.thread_number);
  CHECK(a.open_regions == b.open_regions);
  CHECK(a.repo == b.repo);
  CHECK(a.file == b.file);
  CHECK(a.line == b.line);
  CHECK(a.what == b.what);
  CHECK(a.kind == b.kind);
  CHECK(a.where->label == b.where->label);
  CHECK(a.value == b.value);
  CHECK(a.task == b.task);
}

}  // namespace

TEST_CASE("the events of a run are those of the recording", "[read]") {
  recording_session run;
  run.record_alone();
  constexpr std::size_t rounds = 1'000;  // of several batches
  for (std::size_t i = 0; i < rounds; ++i) do_work(run.session.clock, -5);
  opened on_one{run};
  opened on_two{run};
  plain_run ahead{on_two.recording};
  ahead.meet(*on_two.first);
  REQUIRE(ahead.begin(*on_two.first));
  std::size_t count = 1;
  while (auto const* const passed = ahead.next()) {
    stored_event const* const event = on_one.recording.next();
    REQUIRE(event != nullptr);
    check_same(ahead.record_of(*passed), *event);
    CHECK(ahead.record_of(*passed).thread_key == on_two.first->thread_key);
    ++count;
  }
  CHECK(count == 4 * rounds);
  CHECK(ahead.end() == nullptr);
  CHECK(on_one.recording.next() == nullptr);
}

TEST_CASE("a run ends at an event of another kind, and the next one begins behind it", "[read]") {
  recording_session run;
  run.record_alone();
  for (int i = 0; i < 3; ++i) {
    do_work(run.session.clock, i);
    TRACE2_DATA("cold", "text", "some text");
  }
  opened on_two{run};
  plain_run ahead{on_two.recording};
  ahead.meet(*on_two.first);
  std::size_t count = 1;
  for (int i = 0; i < 3; ++i) {
    REQUIRE(ahead.begin(*on_two.first));
    while (ahead.next() != nullptr) ++count;
    REQUIRE(ahead.end() != nullptr);
    CHECK(ahead.end()->what != nullptr);
  }
  CHECK(count == 12);
  REQUIRE(ahead.begin(*on_two.first));
  CHECK(ahead.next() == nullptr);
  CHECK(ahead.end() == nullptr);
}

TEST_CASE("the first event of a thread that a run doesn't know ends it", "[read]") {
  recording_session run;
  run.record_alone();
  do_work(run.session.clock, 1);
  std::thread{[&] {
    TRACE2_THREAD("other");
    do_work(run.session.clock, 2);
  }}.join();
  opened on_two{run};
  plain_run ahead{on_two.recording};
  ahead.meet(*on_two.first);
  std::vector<std::string> ends;
  do {
    REQUIRE(ahead.begin(*on_two.first));
    while (auto const* const passed = ahead.next())
      CHECK(ahead.record_of(*passed).thread == (ends.empty() ? "main" : "th01:other"));
    if (ahead.end() == nullptr) break;
    ends.push_back(ahead.end()->what == nullptr ? "plain" : std::string{ahead.end()->what->name});
    if (ahead.end()->what == nullptr) ahead.meet(*ahead.end());
  } while (true);
  CHECK(ends == std::vector<std::string>{"thread_start", "plain", "thread_exit"});
}

TEST_CASE("a run that nobody reads to its end ends with its reader", "[read]") {
  recording_session run;
  run.record_alone();
  for (int i = 0; i < 10'000; ++i) do_work(run.session.clock, i);
  opened on_two{run};
  {
    plain_run ahead{on_two.recording};
    ahead.meet(*on_two.first);
    REQUIRE(ahead.begin(*on_two.first));
    CHECK(ahead.next() != nullptr);
  }
  CHECK(on_two.recording.next() != nullptr);
}

}  // namespace plain_run_test
