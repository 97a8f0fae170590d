#include <trace2/format/json.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/recording/short_task.hpp>
#include <trace2/task.hpp>

#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/running_recorder.hpp"

namespace short_task_test {

using namespace trace2::detail::recording;
using task = trace2::basic_task<support::tracer_on>;
using task_scope = trace2::basic_task_scope<support::tracer_on>;
using region = trace2::basic_region<support::tracer_on>;

namespace {

trace2::detail::static_site places[] = {{"net", "get"}, {"net", "part"}};

/// What the macro does, whatever the unit says.
void begin(task& object, trace2::detail::static_site& site) {
  auto const* const by = trace2::detail::task_support<trace2::default_targets>::find();
  REQUIRE(by != nullptr);
  object.began(by, by->begin(site, trace2::detail::inherited_task));
}

/// A task that two threads run, with one inside it.
void work(trace2::testing::fake_clock& clock) {
  task get, part;
  begin(get, places[0]);
  {
    task_scope const runs{get};
    support::tracer_on::region_enter("net", "read");
    begin(part, places[1]);
    {
      task_scope const runs_part{part};
      support::tracer_on::data("net", "size", 7);
    }
    part.end();
  }
  clock.advance_microseconds(1);
  std::thread{[&get] {
    task_scope const runs{get};
    support::tracer_on::region_leave("net", "read");
  }}.join();
  clock.advance_microseconds(1);
}

std::string shape_of(trace2::read::flight_recording& recording) {
  trace2::read::recorded_events events{recording};
  std::string result;
  while (auto const* const event = events.next()) {
    result += event->event_name;
    if (event->nesting) result += " " + std::to_string(*event->nesting);
    if (auto const* const found = event->get<trace2::event::task_begin>())
      result.append(" ").append(std::to_string(found->parent)).append(" ").append(found->label);
    if (auto const* const found = event->get<trace2::event::task_end>()) {
      result.append(" ").append(found->label);
      CHECK(found->t_run.in_microseconds() <= found->t_rel.in_microseconds());
      CHECK(found->t_run.in_microseconds() >= 0);
    }
    result += "\n";
  }
  return result;
}

}  // namespace

TEST_CASE("beginning, end and switch of a task take 16 bytes each") {
  support::running_recorder run;
  std::int64_t const before = trace2::detail::clock::now();
  std::int64_t const begun = short_task::begin(places[0], 7);
  CHECK(begun >= before);
  CHECK(short_task::run(7, 2) >= begun);
  CHECK(short_task::pause(7, 3) != 0);
  CHECK(short_task::end(places[0], 7) != 0);
  CHECK(run.kinds() ==
        std::vector{kind::task_begin, kind::task_run, kind::task_pause, kind::task_end});
  std::size_t words = 0;
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) >= kind::task_begin && kind_of(head) < kind::state) words += words_of(head);
  CHECK(words == 8);
}

TEST_CASE("beside another target nothing is stored short") {
  support::running_recorder run;
  recorder::set_alone(false);
  CHECK(short_task::begin(places[0], 7) == 0);
  CHECK(short_task::run(7, 0) == 0);
}

TEST_CASE("tasks read the same from short records and from whole events") {
  constexpr char const* shape =
      "task_begin 0 get\n"
      "task_run\n"
      "task_region_enter 1\n"
      "task_begin 1 part\n"
      "task_pause\n"
      "task_run\n"
      "data 1\n"
      "task_pause\n"
      "task_run\n"
      "task_end part\n"
      "task_pause\n"
      "task_run\n"
      "task_region_leave 1\n"
      "task_pause\n"
      "task_end get\n";
  for (bool const alone : {false, true}) {
    support::recording_session session;
    if (alone) session.record_alone();
    work(session.session.clock);
    trace2::read::flight_recording recording;
    REQUIRE(recording.open(session.path.c_str()) == "");
    CHECK(shape_of(recording) == shape);
    CHECK(recording.damages() == 0);
  }
}

TEST_CASE("a chunk that begins while a thread begins to run a task keeps the regions around it") {
  support::recording_session session;
  session.record_alone();
  task get;
  begin(get, places[0]);
  trace2::detail::static_site size{"net", "size"};
  support::tracer_on::region_enter("net", "outer");
  for (int i = 0; i < 50'000; ++i) {
    {
      task_scope const runs{get};
    }
    for (int j = i % 3; j >= 0; --j)
      if (!short_record::data(size, std::int64_t{i}))
        short_record::data_slowly(size, std::int64_t{i});
  }
  support::tracer_on::region_leave("net", "outer");
  trace2::read::flight_recording recording;
  REQUIRE(recording.open(session.path.c_str()) == "");
  trace2::read::recorded_events events{recording};
  int values = 0;
  int wrong = 0;
  while (auto const* const event = events.next())
    if (auto const* const data = event->get<trace2::event::data>(); data && data->key == "size") {
      ++values;
      wrong += event->nesting != 2 ? 1 : 0;
    }
  CHECK(values > 50'000);
  CHECK(wrong == 0);
}

TEST_CASE("a chunk tells which task its thread runs") {
  support::recording_session session{trace2::recording_mode::ring, 1 << 17};
  session.record_alone();
  task get;
  begin(get, places[0]);
  task_scope const runs{get};
  region const outer{"net", "outer"};
  for (int i = 0; i < 100'000; ++i)
    support::tracer_on::region_enter("net", "inner"),
        support::tracer_on::region_leave("net", "inner");
  std::string const lines = session.lines<trace2::format::json>();
  CHECK(lines.find("\"region_enter\"") == std::string::npos);
  CHECK(lines.find("\"task_region_enter\"") != std::string::npos);
  CHECK(lines.find("\"nesting\":1") == std::string::npos);
  CHECK(lines.find("\"nesting\":2") != std::string::npos);
}

}  // namespace short_task_test
