#include <trace2/format/json.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "convert/chrome.hpp"
#include "convert/otlp.hpp"
#include "convert/text.hpp"
#include "model/model_builder.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_json.hpp"
#include "summary/summary_text.hpp"
#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/times.hpp"
#include "walk/folded.hpp"

namespace recorded_events_test {

using namespace trace2;
using support::recording_session;
using support::tracer_on;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  std::string_view key;
  double ratio = 0;
  std::string_view note{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, ratio, note))

/// Somebody else's idea of an error.
struct graded_error {
  static constexpr std::string_view event_name = "error";
  std::string_view msg;
  int severity = 0;
  int fmt = 0;
};
BOOST_DESCRIBE_STRUCT(graded_error, (), (msg, severity, fmt))

/// `more` than whole microseconds pass in the regions.
void emit_some(testing::fake_clock& clock, std::int64_t more) {
  tracer_on::cmd_name("scan");
  tracer_on::def_param("p.q", "v\tw");
  clock.advance_microseconds(1'234'567);
  TRACE2_REGION("index", "load");
  clock.advance_nanoseconds(1'000 + more);
  TRACE2_DATA("index", "entries", 42);
  TRACE2_DATA("index", "unsigned", 42u);
  TRACE2_DATA("index", "ratio", 0.1);
  {
    TRACE2_REGION("index", "inner");
    clock.advance_nanoseconds(2'000 + more / 2);
    TRACE2_DATA("index", "text", "some text");
  }
  child_record const child = tracer_on::child_start({{"a program", "\"b\""}});
  clock.advance_microseconds(5);
  tracer_on::child_exit(child, 7, 1);
  TRACE2_EMIT(cache_hit{"a \"key\"", 0.5});
  TRACE2_EMIT(graded_error{"so so", 3});
  TRACE2_ERROR("no '%s'", "luck");
}

struct followed {
  memory_sink text;
  memory_sink chrome;
  memory_sink otlp;
};

template <class Events>
void follow(Events& events, followed& to) {
  read::label_table labels;
  trace2::program::text_writer<format::json> text{to.text};
  trace2::program::chrome chrome{to.chrome, labels};
  trace2::program::otlp otlp{to.otlp, labels};
  read::tracker text_tracker{text, labels};
  read::tracker chrome_tracker{chrome, labels};
  read::tracker otlp_tracker{otlp, labels};
  while (auto const* const event = events.next()) {
    CHECK(text_tracker.take(*event) == nullptr);
    CHECK(chrome_tracker.take(*event) == nullptr);
    CHECK(otlp_tracker.take(*event) == nullptr);
  }
  text_tracker.finish();
  chrome_tracker.finish();
  otlp_tracker.finish();
  chrome.finish();
}

/// The events of a recording one after the other.
template <class Use>
void for_each(recording_session const& run, Use&& use) {
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  read::recorded_events events{recording};
  while (auto const* const event = events.next()) use(*event);
  CHECK(recording.damages() == 0);
}

}  // namespace

TEST_CASE("a recording says what the EVENT stream beside it says", "[read]") {
  recording_session run;
  std::int64_t more = 0;
  SECTION("in whole records") {}
  SECTION("in short ones") { run.record_alone(); }
  SECTION("that is coarser, in whole records") { more = 999; }
  SECTION("that is coarser, in short ones") {
    run.record_alone();
    more = 999;
  }
  emit_some(run.session.clock, more);

  std::string const text = run.lines<format::json>();
  read::text_source source{text};
  read::event_stream lines{source, "trace",
                           [](read::problem const& found) { FAIL(std::string{found.reason}); }};
  followed from_lines;
  follow(lines, from_lines);
  CHECK(from_lines.text.text() == text);

  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  read::recorded_events events{recording};
  followed from_recording;
  follow(events, from_recording);
  CHECK(from_recording.text.text() == from_lines.text.text());
  CHECK((from_recording.chrome.text() == from_lines.chrome.text()) == (more == 0));
  CHECK((from_recording.otlp.text() == from_lines.otlp.text()) == (more == 0));
  CHECK(recording.damages() == 0);
}

TEST_CASE("a recording keeps the nanoseconds of its clock", "[read]") {
  recording_session run;
  for (int i = 0; i < 3; ++i) {
    TRACE2_DATA("c", "k", i);
    run.session.clock.advance_nanoseconds(7);
  }
  std::vector<std::int64_t> times;
  for_each(run, [&](read::occurrence const& event) { times.push_back(event.nanoseconds.value()); });
  REQUIRE(times.size() == 3);
  CHECK(times[1] - times[0] == 7);
  CHECK(times[2] - times[1] == 7);
}

TEST_CASE("regions of a recording are as long as its clock tells", "[read]") {
  recording_session run;
  SECTION("in whole records") {}
  SECTION("in short ones") { run.record_alone(); }
  for (std::int64_t const length : {8, 9, 10}) {
    TRACE2_REGION("hot", "loop");
    run.session.clock.advance_nanoseconds(length);
  }
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  read::recorded_events events{recording};
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  memory_sink lines;
  trace2::program::chrome chrome{lines, labels};
  read::tracker tracker{builder, labels};
  read::tracker chrome_tracker{chrome, labels};
  while (auto const* const event = events.next()) {
    CHECK(tracker.take(*event) == nullptr);
    CHECK(chrome_tracker.take(*event) == nullptr);
  }
  tracker.finish();
  chrome_tracker.finish();
  chrome.finish();
  trace2::program::model const trace = builder.complete();
  auto const summary = trace2::program::summarizer{trace, labels}.make();
  REQUIRE(summary.regions.size() == 1);
  CHECK(summary.regions[0].total.in_nanoseconds() == ns(27));
  CHECK(summary.regions[0].median.in_nanoseconds() == ns(9));
  CHECK(summary.wall.in_nanoseconds() >= ns(27));
  memory_sink json;
  trace2::program::write_json(json, summary);
  CHECK(json.text().find(R"("median":0.000000009)") != json.text().npos);
  memory_sink table;
  trace2::program::summary_text{table, 10, {}}.write(summary);
  CHECK(table.text().find("    9 ns  ") != table.text().npos);
  memory_sink folded;
  trace2::program::folded{trace, labels}.write(folded);
  CHECK(folded.text().ends_with(";hot:loop 0.027\n"));
}

TEST_CASE("an event that goes by a name of the library has what fits, and the rest", "[read]") {
  recording_session run;
  TRACE2_EMIT(graded_error{"so so", 3});
  for_each(run, [](read::occurrence const& event) {
    REQUIRE(event.get<event::error>() != nullptr);
    CHECK(event.get<event::error>()->msg == "so so");
    CHECK(event.get<event::error>()->fmt.data() == nullptr);
    REQUIRE(event.others.size() == 2);
    CHECK(event.others[0].name == "severity");
    CHECK(event.others[0].value.text == "3");
    CHECK(event.others[1].name == "fmt");
  });
}

TEST_CASE("keys are those of threads and labels", "[read]") {
  recording_session run;
  for (int i = 0; i < 2; ++i) TRACE2_DATA("c", "k", i);
  std::thread{[] { TRACE2_DATA("c", "other", 1); }}.join();
  std::vector<read::text_key> threads;
  for_each(run, [&](read::occurrence const& event) {
    if (event.get<event::data>() != nullptr) threads.push_back(event.thread_key);
  });
  REQUIRE(threads.size() == 3);
  CHECK(threads[0] == threads[1]);
  CHECK(threads[1] != threads[2]);
  CHECK(threads[0] != read::no_key);
}

namespace {

/// Hot loops on several threads at once, now and then with an event that isn't plain.
void work_in_loops(testing::fake_clock& clock, int per_other) {
  auto const loop = [&clock, per_other](int number) {
    for (int i = 0; i < 400; ++i) {
      TRACE2_REGION("hot", "outer");
      TRACE2_REGION("hot", "inner");
      clock.advance_nanoseconds(700);
      TRACE2_DATA("hot", "number", -i);
      TRACE2_DATA("hot", "size", static_cast<unsigned>(number));
      if (i % per_other == per_other - 1) TRACE2_DATA("cold", "text", "some text");
    }
  };
  std::vector<std::thread> others;
  for (int number = 0; number < 3; ++number)
    others.emplace_back([&loop, number] {
      TRACE2_THREAD("other");
      loop(number);
    });
  loop(-1);
  for (std::thread& other : others) other.join();
}

/// All that the events say. Of the plain ones each seventh isn't taken.
class told_events {
 public:
  void read_on(read::recorded_events& events) {
    while (auto const* const event = events.next([this](auto const& e) { return take(e); })) {
      add(event->event_name, event->thread_key,
          event->wall.value_or(read::moment{}).since_epoch().count(), event->nesting.value_or(0),
          event->t_rel.value_or(read::fine_duration{}).in_nanoseconds().count(), event->line);
      told_.append(event->thread).append(event->file.substr(event->file.rfind('/') + 1));
      if (auto const* const data = event->get<event::data>()) {
        told_.append(data->category)
            .append(data->key)
            .append(std::to_string(data->t_rel.in_microseconds() + data->t_abs.in_microseconds()));
        data->value.visit([this]<class Value>(Value const& value) {
          if constexpr (std::is_arithmetic_v<Value>)
            told_.append(std::is_signed_v<Value> ? "signed " : "").append(std::to_string(value));
        });
      }
    }
  }
  std::string const& text() const noexcept { return told_; }
  std::size_t plain() const noexcept { return plain_; }

 private:
  bool take(read::plain_event const& event) {
    if (++count_ % 7 == 0) return false;
    ++plain_;
    add("plain", event.thread_key, event.wall.since_epoch().count(), event.nesting,
        event.length.count(), event.number, event.elapsed.count(), static_cast<int>(event.what));
    return true;
  }
  void add(std::string_view name, read::text_key thread, auto... numbers) {
    // Keys differ from reading to reading, in the order in which they show up.
    threads_.try_emplace(thread, threads_.size());
    told_.append("\n").append(name).append(" ").append(std::to_string(threads_[thread]));
    (told_.append(" ").append(std::to_string(numbers)), ...);
  }

  std::map<read::text_key, std::size_t> threads_;
  std::string told_;
  std::size_t count_ = 0;
  std::size_t plain_ = 0;
};

}  // namespace

TEST_CASE("a recording that grows is read on", "[read]") {
  recording_session run;
  run.record_alone();
  read::flight_recording growing;
  REQUIRE(growing.open(run.path.c_str()) == "");
  read::recorded_events events{growing};
  told_events told;
  for (int const per_other : {3, 100, 1'000, 10'000}) {
    work_in_loops(run.session.clock, per_other);
    growing.refresh();
    told.read_on(events);
  }
  CHECK(told.plain() > 20'000);
  CHECK(growing.damages() == 0);

  read::flight_recording whole;
  REQUIRE(whole.open(run.path.c_str()) == "");
  read::recorded_events all{whole};
  told_events told_at_once;
  told_at_once.read_on(all);
  CHECK(told_at_once.plain() == told.plain());
}

}  // namespace recorded_events_test
