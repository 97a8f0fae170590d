#include <trace2/detail/time/clock.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/recording/chunk_choice.hpp>
#include <trace2/read/time_window.hpp>
#include <trace2/task.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/times.hpp"

namespace chunk_choice_test {

using namespace trace2;
using read::time_window;
using support::recording_session;
using support::tracer_on;
namespace layout = trace2::detail::recording;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

/// Somebody sets the clock of the machine.
class set_clock final : public trace2::detail::clock_source {
 public:
  explicit set_clock(testing::fake_clock& steady) : steady_{steady} {
    trace2::detail::clock::replace(this);
  }
  ~set_clock() { trace2::detail::clock::replace(&steady_); }

  void set(std::int64_t difference) { difference_ += difference; }
  std::int64_t monotonic_nanoseconds() noexcept override { return steady_.monotonic_nanoseconds(); }
  std::int64_t wall_nanoseconds() noexcept override {
    return steady_.wall_nanoseconds() + difference_;
  }

 private:
  testing::fake_clock& steady_;
  std::int64_t difference_ = 0;
};

/// A thread that does what it is told while its owner waits.
class obedient_thread {
 public:
  obedient_thread()
      : thread_{[this] {
          TRACE2_THREAD("worker");
          std::unique_lock held{mutex_};
          for (;;) {
            changed_.wait(held, [this] { return is_told_; });
            if (!job_) return;
            job_();
            is_told_ = false;
            changed_.notify_one();
          }
        }} {}
  ~obedient_thread() {
    {
      std::lock_guard const held{mutex_};
      job_ = {};
      is_told_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  void run(std::function<void()> job) {
    std::unique_lock held{mutex_};
    job_ = std::move(job);
    is_told_ = true;
    changed_.notify_one();
    changed_.wait(held, [this] { return !is_told_; });
  }

 private:
  // No semaphores: those of MinGW's GCC 12 wait for ever.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> job_;
  bool is_told_ = false;
  std::thread thread_;
};

/// Several threads record by turns: one all the time, others seldom or for a short time, and the
/// clock goes and is set. What the program does is a matter of chance.
void record(recording_session& run, std::uint32_t seed, int rounds, bool has_tasks = false) {
  std::mt19937 random{seed};
  set_clock clock{run.session.clock};
  std::deque<obedient_thread> workers(3);
  auto const burst = [&](std::uint_fast32_t count) {
    TRACE2_REGION("burst", "all");
    for (std::uint_fast32_t i = 0; i < count; ++i) {
      run.session.clock.advance_nanoseconds(random() % 3000);
      TRACE2_REGION("burst", "step");
      if (i % 3 == 0) TRACE2_DATA("burst", "i", i);
      if (i % 1000 == 0) tracer_on::data("burst", "text", "a whole event");
    }
  };
  TRACE2_REGION("main", "outermost");
  for (obedient_thread& each : workers) each.run([] { tracer_on::region_enter("worker", "open"); });
  for (int i = 0; i < rounds; ++i) {
    switch (random() % 8) {
      case 0:
        run.session.clock.advance_microseconds(1'100'000);
        clock.set(static_cast<std::int64_t>(random() % 2'000'000'000) - 1'000'000'000);
        break;
      case 1:
        std::thread{[&] {
          TRACE2_THREAD("short");
          burst(random() % 300);
        }}.join();
        break;
      case 2:
        TRACE2_DATA("main", "seldom", i);
        break;
      case 3:
        workers[1].run([&] { burst(2); });
        break;
      case 4:
        workers[2].run([] {
          tracer_on::region_leave("worker", "open");
          tracer_on::region_enter("worker", "open");
        });
        break;
      default:
        workers[0].run([&] { burst(random() % 4000); });
    }
    if (has_tasks && i == rounds / 2) {
      task work{"test", "task"};
      TRACE2_TASK(work, "test", "task");
    }
  }
}

/// The lines of the events in a window, of the chunks for it or of all.
std::string shown(std::string const& path, time_window const& window, bool is_all,
                  std::size_t* read = nullptr) {
  read::flight_recording recording;
  REQUIRE(recording.open(path.c_str(), is_all ? time_window{} : window) == "");
  buffer out;
  while (auto const* const event = recording.next()) {
    if (read != nullptr) ++*read;
    if (!window.holds(event->at())) continue;
    recording.write<format::perf>(out, {}, *event);
  }
  return std::string{out.view()};
}

/// The times of the first and of the last events.
std::pair<std::int64_t, std::int64_t> bounds_of(std::string const& path) {
  read::flight_recording recording;
  REQUIRE(recording.open(path.c_str()) == "");
  std::pair<std::int64_t, std::int64_t> found{INT64_MAX, INT64_MIN};
  while (auto const* const event = recording.next()) {
    found.first = std::min(found.first, event->wall_nanoseconds);
    found.second = std::max(found.second, event->wall_nanoseconds);
  }
  return found;
}

time_window any_window(std::pair<std::int64_t, std::int64_t> const& bounds, std::mt19937& random) {
  auto const all = static_cast<std::uint64_t>(bounds.second - bounds.first + 1);
  auto const wide = std::uint64_t{random()} << 32 | random();
  std::int64_t const since = bounds.first + static_cast<std::int64_t>(wide % all);
  switch (random() % 4) {
    case 0:
      return {.since = moment_ns(since)};
    case 1:
      return {.until = moment_ns(since)};
    default:
      return {.since = moment_ns(since),
              .until = moment_ns(since + static_cast<std::int64_t>(random() % (all / 20 + 1)))};
  }
}

bool has_index(std::string const& path) {
  layout::file_header head;
  std::memcpy(&head, support::content_of(path).data(), sizeof head);
  return head.latest_index != 0;
}

void compare(std::string const& path, std::uint_fast32_t seed, int count) {
  auto const bounds = bounds_of(path);
  std::mt19937 random{seed};
  for (int i = 0; i < count; ++i) {
    time_window const window = any_window(bounds, random);
    CAPTURE(seed, bounds.first, window.since.since_epoch().count(),
            window.until.since_epoch().count());
    REQUIRE((shown(path, window, false) == shown(path, window, true)));
  }
}

constexpr int rounds = 400;

/// All in the slow test, else a quarter.
int some_of(int all) { return std::getenv("SLOW") != nullptr ? all : (all + 3) / 4; }

}  // namespace

TEST_CASE("the events of some time are the same, whether all is read or only what may hold them") {
  auto const seed = static_cast<std::uint32_t>(GENERATE(range(1, 1 + some_of(3))));
  recording_session run;
  run.record_alone();
  record(run, seed, rounds);
  REQUIRE(has_index(run.path));
  compare(run.path, seed, some_of(12));
}

TEST_CASE("that holds for rings") {
  std::uint64_t const kibibytes = GENERATE(as<std::uint64_t>{}, 128, 512, 4096);
  recording_session run{recording_mode::ring, kibibytes * 1024};
  run.record_alone();
  record(run, 4, rounds);
  REQUIRE_FALSE(has_index(run.path));
  compare(run.path, 4, some_of(12));
}

TEST_CASE("the chunks of a ring tell how the clock was set") {
  recording_session run{recording_mode::ring, 512 * 1024};
  run.record_alone();
  set_clock clock{run.session.clock};
  auto const burst = [&] {
    for (int i = 0; i < 10'000; ++i) {
      run.session.clock.advance_microseconds(1);
      TRACE2_DATA("burst", "i", i);
    }
  };
  burst();
  run.session.clock.advance_microseconds(1'100'000);
  clock.set(std::int64_t{3'600} * 1'000'000'000);
  burst();
  time_window const window{.since = moment_ns(bounds_of(run.path).second - 9'000'000)};
  CHECK((shown(run.path, window, false) == shown(run.path, window, true)));
}

TEST_CASE("that holds for recordings that are cut at any place") {
  recording_session run;
  run.record_alone();
  record(run, 5, rounds);
  std::string const bytes = support::content_of(run.path);
  std::mt19937 random{5};
  for (int i = 0; i < some_of(4); ++i)
    compare(run.directory.write("cut", std::string_view{bytes}.substr(
                                           0, bytes.size() / 2 + random() % (bytes.size() / 2))),
            random(), 3);
}

TEST_CASE("that holds while the recording grows") {
  recording_session run;
  run.record_alone();
  record(run, 6, rounds);
  time_window const window{.since = moment_ns(bounds_of(run.path).second)};
  read::flight_recording part;
  read::flight_recording whole;
  REQUIRE(part.open(run.path.c_str(), window) == "");
  REQUIRE(whole.open(run.path.c_str()) == "");
  auto const next_lines = [&window](read::flight_recording& of) {
    of.refresh();
    buffer out;
    while (auto const* const event = of.next())
      if (window.holds(event->at())) of.write<format::perf>(out, {}, *event);
    return std::string{out.view()};
  };
  for (std::uint32_t seed = 7; seed < 10; ++seed) {
    CHECK((next_lines(part) == next_lines(whole)));
    record(run, seed, rounds / 4);
  }
  std::string const last = next_lines(part);
  CHECK_FALSE(last.empty());
  CHECK((last == next_lines(whole)));
}

TEST_CASE("a recording with tasks is read as a whole") {
  recording_session run;
  run.record_alone();
  record(run, 11, rounds, true);
  compare(run.path, 11, some_of(6));
}

TEST_CASE("what a short record tells of a task needs the beginning of the task") {
  // Beside other targets the recorder stores whole events.
  bool const ends = GENERATE(false, true);
  recording_session run;
  task work;
  TRACE2_TASK(work, "test", "task");
  run.record_alone();
  for (int i = 0; i < 50'000; ++i) {
    run.session.clock.advance_microseconds(1);
    TRACE2_DATA("main", "i", i);
  }
  auto const compare_last = [&] {
    time_window const window{.since = moment_ns(bounds_of(run.path).second)};
    std::string const lines = shown(run.path, window, true);
    CHECK(lines.find("0.050000") != lines.npos);
    CHECK(shown(run.path, window, false) == lines);
  };
  if (ends) {
    work.end();
    return compare_last();
  }
  trace2::detail::recording::recorder::set_alone(false);
  task_scope const runs{work};
  run.record_alone();
  TRACE2_DATA("main", "i", 0);
  compare_last();
}

TEST_CASE("little is read of a long recording, and to find its end even less") {
  recording_session run;
  run.record_alone();
  record(run, 12, 2 * rounds);
  auto const [first, last] = bounds_of(run.path);
  std::size_t all = 0;
  std::size_t some = 0;
  shown(run.path, {.since = moment_ns(last)}, true, &all);
  shown(run.path, {.since = moment_ns(last)}, false, &some);
  CHECK(some < all / 4);

  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str(), {.since = read::moment::max()}) == "");
  std::int64_t end = INT64_MIN;
  std::size_t count = 0;
  for (; auto const* const event = recording.next(); ++count)
    end = std::max(end, event->wall_nanoseconds);
  CHECK(end == last);
  CHECK(count < all / 4);
}

TEST_CASE("of a ring the chunks outside of the window are not read, whatever they hold") {
  recording_session run{recording_mode::ring, 512 * 1024};
  run.record_alone();
  {
    task early;
    TRACE2_TASK(early, "test", "early");
  }
  for (int i = 0; i < 20'000; ++i) {
    run.session.clock.advance_microseconds(1);
    TRACE2_DATA("main", "i", i);
  }
  std::size_t all = 0;
  std::size_t some = 0;
  time_window const window{.since = moment_ns(bounds_of(run.path).second - 1000)};
  CHECK(shown(run.path, window, false, &some) == shown(run.path, window, true, &all));
  CHECK(some < all / 2);
}

TEST_CASE("of the chunks of a thread those remain that may reach into the window") {
  auto const chunks = [] {
    std::vector<read::recording::chunk> made;
    for (std::uint64_t serial = 1; serial <= 8; ++serial)
      made.push_back({.offset = serial,
                      .thread = static_cast<std::uint32_t>(1 + serial % 2),
                      .serial = serial,
                      .kind = layout::chunk_kind::events,
                      .begin = static_cast<std::int64_t>(serial) * 100});
    return made;
  };
  auto const left = [](std::vector<read::recording::chunk> of, std::int64_t since,
                       std::int64_t until) {
    drop_others(of, {since, until});
    std::vector<std::uint64_t> found;
    for (auto const& each : of) found.push_back(each.serial);
    return found;
  };
  using serials = std::vector<std::uint64_t>;
  CHECK(left(chunks(), 450, INT64_MAX) == serials{3, 4, 5, 6, 7, 8});
  CHECK(left(chunks(), 500, INT64_MAX) == serials{3, 4, 5, 6, 7, 8});
  CHECK(left(chunks(), 501, INT64_MAX) == serials{4, 5, 6, 7, 8});
  // The first event of 5 and 6 may have waited for its chunk.
  CHECK(left(chunks(), INT64_MIN, 350) == serials{1, 2, 3, 4, 5});
  CHECK(left(chunks(), INT64_MAX, INT64_MAX) == serials{7, 8});

  // Who looks for the last events needs those in front of a chunk that is still empty.
  auto last = chunks();
  drop_others(last, {.since = INT64_MAX, .is_for_end = true});
  CHECK(last.size() == 4);
  CHECK(last.front().serial == 5);

  auto others = chunks();
  others[0].kind = layout::chunk_kind::definitions;
  others[1].thread = 0;
  others[2].begin = 900;  // damaged
  CHECK(left(others, 750, INT64_MAX) == serials{1, 2, 3, 6, 7, 8});
}

}  // namespace chunk_choice_test
