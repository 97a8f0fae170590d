#include "convert/missing_times.hpp"

#include <trace2/event/data.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace missing_times_test {

namespace read = trace2::read;
namespace event = trace2::event;
using trace2::duration;
using trace2::program::missing_times;

namespace {

constexpr std::int64_t second = 1'000'000'000;

template <class Format>
std::string without_unknown(std::string_view text) {
  trace2::buffer line;
  line.append(text);
  missing_times::take_out_unknown<Format>(line);
  return std::string{line.view()};
}

}  // namespace

TEST_CASE("an event lacks the times that its description has", "[export]") {
  read::occurrence what;
  CHECK(missing_times::lacks<event::data>(what));
  CHECK_FALSE(missing_times::lacks<event::region_enter>(what));
  what.t_abs = read::fine_duration{ns(second)};
  CHECK(missing_times::lacks<event::data>(what));
  CHECK_FALSE(missing_times::lacks<event::printf>(what));
  what.t_rel = what.t_abs;
  CHECK_FALSE(missing_times::lacks<event::data>(what));
}

TEST_CASE("missing times are measured from the beginning of the process", "[export]") {
  read::traced_process process;
  read::traced_thread thread;
  thread.name = "main";
  process.origin = moment_ns(5 * second);
  read::occurrence what;
  what.wall = moment_ns(7 * second);
  read::traced_event const now{process, thread, moment_ns(7 * second), what};
  missing_times times;
  CHECK(times.completed(event::data{}, now).t_abs == missing_times::unknown);
  CHECK(times.completed(event::data{}, now).t_rel == missing_times::unknown);
  process.clock.begin();
  CHECK(times.completed(event::data{}, now).t_abs == duration::microseconds(2'000'000));
  CHECK(times.completed(event::data{}, now).t_rel == duration::microseconds(2'000'000));
  what.wall.reset();
  CHECK(times.completed(event::data{}, now).t_abs == missing_times::unknown);
}

TEST_CASE("the first event of a thread tells no time since its beginning", "[export]") {
  read::traced_process process;
  process.clock.begin();
  read::traced_thread thread;
  thread.name = "th01:x";
  thread.begin = moment_ns(7 * second);
  read::occurrence what;
  what.wall = moment_ns(7 * second);
  missing_times const times;
  read::traced_event const first{process, thread, moment_ns(7 * second), what};
  CHECK(times.completed(event::data{}, first).t_rel == missing_times::unknown);
  CHECK(times.completed(event::thread_exit{}, first).t_rel == missing_times::unknown);
  read::traced_event const second_one{process, thread, moment_ns(8 * second), what};
  CHECK(times.completed(event::data{}, second_one).t_rel == duration::microseconds(1'000'000));
  CHECK(times.completed(event::thread_exit{}, second_one).t_rel ==
        duration::microseconds(1'000'000));
}

TEST_CASE("the length of what an event ends is told for that event only", "[export]") {
  read::traced_process process;
  read::traced_thread thread;
  read::occurrence what;
  what.wall = moment_ns(7 * second);
  read::traced_event const now{process, thread, moment_ns(7 * second), what};
  missing_times times;
  CHECK(times.completed(event::region_leave{}, now).t_rel == missing_times::unknown);
  times.note_length(moment_ns(4 * second), moment_ns(7 * second));
  CHECK(times.completed(event::region_leave{}, now).t_rel == duration::microseconds(3'000'000));
  times.forget();
  CHECK(times.completed(event::region_leave{}, now).t_rel == missing_times::unknown);
}

TEST_CASE("a time is taken out of a line as its format allows", "[export]") {
  namespace format = trace2::format;
  CHECK(without_unknown<format::json>(
            R"({"a":1,"t_abs":-888888888.888888,"t_rel":-888888888.888888})") == R"({"a":1})");
  CHECK(without_unknown<format::perf>("d0 | -888888888.888888 | -888888888.888888 | x") ==
        "d0 |           |           | x");
  CHECK(without_unknown<format::normal>("exit elapsed:-888888888.888888 code:0") ==
        "exit elapsed:0.000000 code:0");
}

}  // namespace missing_times_test
