#include <trace2/read/label_table.hpp>
#include <trace2/read/plain_tracker.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/task.hpp>
#include <trace2/task/wait.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "model/model_builder.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_json.hpp"
#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/times.hpp"
#include "walk/tree.hpp"

namespace plain_tracker_test {

using namespace trace2;
using support::recording_session;
using support::tracer_on;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

struct reading {
  std::string summary;
  std::size_t plain = 0;   ///< events that took the short way
  std::size_t events = 0;  ///< all others
};

/// The summary and the tree of a recording, by whichever way its events go.
reading read_by(recording_session const& run, bool is_short_way) {
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  read::recorded_events events{recording};
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  read::tracker tracker{builder, labels};
  reading result;
  auto const take = [&](read::plain_event const& event) {
    bool const is_taken = is_short_way && tracker.take(event);
    result.plain += is_taken ? 1 : 0;
    return is_taken;
  };
  while (auto const* const event = events.next(take)) {
    ++result.events;
    CHECK(tracker.take(*event) == nullptr);
  }
  tracker.finish();
  CHECK(recording.damages() == 0);
  trace2::program::model const trace = builder.complete();
  memory_sink out;
  trace2::program::write_json(out, trace2::program::summarizer{trace, labels}.make());
  trace2::program::tree{out, {}}.write(trace, labels);
  result.summary = out.text();
  return result;
}

/// Random work of one thread: regions, also ones that wait or have messages, numbers, children that
/// are waited for or not, and tasks.
class random_work {
 public:
  explicit random_work(testing::fake_clock& clock) : clock_{clock} {}

  void inside(int depth) {
    for (int i = 0; i < 6; ++i) {
      clock_.advance_nanoseconds(below(3'000));
      switch (depth == 0 ? 9 : below(13)) {
        case 0:
          TRACE2_DATA("c", "signed", -below(50));
          break;
        case 1:
          TRACE2_DATA("c", "unsigned", std::uint64_t{1} << below(64));
          break;
        case 2:
          TRACE2_DATA("c", "ratio", 0.5 * below(9));
          break;
        case 3: {
          TRACE2_REGION_F("c", "told", "about %d", below(3));
          inside(depth - 1);
          break;
        }
        case 4: {
          basic_wait_region<tracer_on> const waits{"c", "waits"};
          inside(depth - 1);
          break;
        }
        case 5:
          if (child_) tracer_on::child_exit(*child_, 7, 0);
          child_ = tracer_on::child_start({{"a program"}});
          break;
        case 6:
          if (child_) tracer_on::child_exit(*child_, 7, 0);
          child_.reset();
          break;
        case 11: {
          if (is_in_task_) break;
          is_in_task_ = true;
          basic_task<tracer_on> const work{"c", "work"};
          basic_task_scope<tracer_on> const runs{work};
          inside(depth - 1);
          is_in_task_ = false;
          break;
        }
        case 7: {
          TRACE2_REGION("c", "one");
          inside(depth - 1);
          break;
        }
        case 8: {
          TRACE2_REGION("c", "other");
          inside(depth - 1);
          break;
        }
        default: {
          TRACE2_REGION("d", "leaf");
          clock_.advance_nanoseconds(below(40));
        }
      }
    }
  }

 private:
  int below(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most)); }

  testing::fake_clock& clock_;
  std::mt19937 random_{7};
  std::optional<child_record> child_;
  bool is_in_task_ = false;
};

}  // namespace

TEST_CASE("sums are the same by the short way of plain events and by the long one", "[read]") {
  recording_session run;
  run.record_alone();
  random_work work{run.session.clock};
  for (int i = 0; i < 20; ++i) work.inside(4);
  std::thread{[&] { random_work{run.session.clock}.inside(4); }}.join();
  work.inside(4);
  reading const by_short_way = read_by(run, true);
  reading const by_long_way = read_by(run, false);
  CHECK(by_short_way.summary == by_long_way.summary);
  CHECK(by_short_way.plain > 1'000);
  CHECK(by_short_way.events > 100);
  CHECK(by_short_way.plain + by_short_way.events == by_long_way.events);
}

TEST_CASE("in a hot loop only the first events of each kind go the long way", "[read]") {
  recording_session run;
  run.record_alone();
  for (int i = 0; i < 1'000; ++i) {
    TRACE2_REGION("hot", "loop");
    run.session.clock.advance_nanoseconds(9);
    TRACE2_DATA("hot", "n", i);
  }
  reading const done = read_by(run, true);
  CHECK(done.plain + done.events >= 3'000);
  CHECK(done.events < 10);
}

TEST_CASE("an event without a place among the regions goes the long way", "[read]") {
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  read::tracker tracker{builder, labels};
  read::occurrence enter;
  enter.event_name = "region_enter";
  enter.sid = "S";
  enter.thread_key = read::new_key();
  enter.label_key = read::new_key();
  enter.wall = moment_ns(1'000);
  enter.nesting = 0;
  enter.event = event::region_enter{.nesting = 0, .category = "c", .label = "l"};
  REQUIRE(tracker.take(enter) == nullptr);
  read::plain_event plain{.what = read::plain_event::sort::region_leave,
                          .thread_key = enter.thread_key,
                          .label_key = enter.label_key,
                          .wall = moment_ns(2'000),
                          .length = ns(1'000)};
  REQUIRE(tracker.take(plain));
  plain.what = read::plain_event::sort::region_enter;
  plain.wall = moment_ns(3'000);
  plain.nesting = -1;
  CHECK_FALSE(tracker.take(plain));
  plain.nesting = 0;
  CHECK(tracker.take(plain));
}

TEST_CASE("an end that tells of less than no time goes the long way", "[read]") {
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  read::tracker tracker{builder, labels};
  read::occurrence enter;
  enter.event_name = "region_enter";
  enter.sid = "S";
  enter.thread_key = read::new_key();
  enter.label_key = read::new_key();
  enter.wall = moment_ns(1'000);
  enter.nesting = 1;
  enter.event = event::region_enter{.nesting = 1, .category = "c", .label = "l"};
  REQUIRE(tracker.take(enter) == nullptr);
  read::plain_event leave{.what = read::plain_event::sort::region_leave,
                          .nesting = 1,
                          .thread_key = enter.thread_key,
                          .label_key = enter.label_key,
                          .wall = moment_ns(3'000),
                          .length = ns(-1)};
  CHECK_FALSE(tracker.take(leave));
  leave.length = ns(2'000);
  CHECK(tracker.take(leave));
}

namespace {
struct counting_builder final : trace2::program::model_builder {
  using model_builder::model_builder;
  bool takes_plain(read::plain_event const&) const noexcept override { return false; }
  void event(read::traced_event const& now) override {
    model_builder::event(now);
    ++events;
  }
  int events = 0;
};

/// Whether a tracker takes a plain event for this visitor, right after the same as an occurrence.
bool takes_plain(read::tracker_visitor& visitor, read::label_table& labels) {
  read::tracker tracker{visitor, labels};
  read::occurrence enter;
  enter.event_name = "region_enter";
  enter.sid = "S";
  enter.thread_key = read::new_key();
  enter.label_key = read::new_key();
  enter.wall = moment_ns(1'000);
  enter.nesting = 1;
  enter.event = event::region_enter{.nesting = 1, .category = "c", .label = "l"};
  CHECK(tracker.take(enter) == nullptr);
  return tracker.take(read::plain_event{.what = read::plain_event::sort::region_leave,
                                        .nesting = 1,
                                        .thread_key = enter.thread_key,
                                        .label_key = enter.label_key,
                                        .wall = moment_ns(2'000),
                                        .length = ns(1'000)});
}
}  // namespace

TEST_CASE("a visitor sees occurrences alone unless it says that it takes plain events", "[read]") {
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  CHECK(takes_plain(builder, labels));
  read::tracker_visitor other;
  CHECK_FALSE(takes_plain(other, labels));
  counting_builder derived{labels};
  CHECK_FALSE(takes_plain(derived, labels));
  CHECK(derived.events == 1);
}

}  // namespace plain_tracker_test
