#include <trace2/sink/buffered.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/sink/memory.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/lines.hpp"
#include "support/temporary_directory.hpp"

namespace buffered_test {

using trace2::memory_sink;

namespace {

/// Nobody looks at the clocks but when a test says so.
struct still_clock {
  inline static trace2::detail::atomic<std::int64_t> looked{1};
  static std::int64_t last_look() noexcept { return looked.load_relaxed(); }
};
using buffered_sink = trace2::basic_buffered_sink<still_clock>;

constexpr std::string_view line = "a line\n";

/// The first line of all is written at once; after it nothing is due.
void begin(buffered_sink& sink, memory_sink& to) {
  sink.write(line);
  to.clear();
}

struct failing_sink final : trace2::sink {
  void write(std::string_view) noexcept override { ++lost; }
  int error() const noexcept override { return EPIPE; }
  std::uint64_t dropped() const noexcept override { return lost; }
  bool is_terminal() const noexcept override { return true; }
  std::uint64_t lost = 0;
};

}  // namespace

TEST_CASE("lines are kept back until the buffer is full, and stay whole") {
  memory_sink to;
  buffered_sink sink{to, buffered_sink::least};
  begin(sink, to);
  std::size_t const fitting = buffered_sink::least / line.size();
  // The first line of all has been delivered and still takes its place.
  for (std::size_t i = 1; i < fitting; ++i) sink.write(line);
  CHECK(to.line_count() == 0);
  sink.write(line);
  CHECK(to.line_count() == fitting - 1);
  for (std::size_t i = 1; i < fitting; ++i) sink.write(line);
  CHECK(to.line_count() == fitting - 1);
  sink.write(line);
  CHECK(to.line_count() == 2 * fitting - 1);
  CHECK(to.text().size() == (2 * fitting - 1) * line.size());
}

TEST_CASE("a line that is larger than the buffer goes behind those kept back") {
  memory_sink to;
  buffered_sink sink{to, buffered_sink::least};
  begin(sink, to);
  std::string const large = std::string(buffered_sink::least, 'x') + '\n';
  sink.write(line);
  sink.write(large);
  CHECK(to.text() == std::string{line} + large);
}

TEST_CASE("urgent lines go behind those kept back, at once") {
  memory_sink to;
  buffered_sink sink{to};
  begin(sink, to);
  sink.write(line);
  sink.write_now("urgent\n");
  CHECK(to.text() == "a line\nurgent\n");
  sink.write(line);
  sink.write_now({});
  CHECK(to.text() == "a line\nurgent\na line\n");
}

TEST_CASE("the first line after a look at the clocks takes along what all threads keep back") {
  memory_sink to;
  buffered_sink sink{to};
  begin(sink, to);
  trace2::detail::atomic<bool> has_written{false};
  trace2::detail::atomic<bool> may_end{false};
  std::thread other{[&] {
    sink.write("of another thread\n");
    has_written.store_release(true);
    while (!may_end.load_acquire()) std::this_thread::yield();
  }};
  while (!has_written.load_acquire()) std::this_thread::yield();
  sink.write("early\n");
  CHECK(to.line_count() == 0);
  still_clock::looked.fetch_add(1);
  sink.write("late\n");
  CHECK(to.line_count() == 3);
  may_end.store_release(true);
  other.join();
}

TEST_CASE("a thread that ends leaves nothing behind, and its memory to the next") {
  memory_sink to;
  buffered_sink sink{to};
  begin(sink, to);
  for (int i = 1; i <= 3; ++i) {
    std::thread{[&] { sink.write("of a thread\n"); }}.join();
    CHECK(to.line_count() == static_cast<std::uint64_t>(i));
  }
}

TEST_CASE("what is kept back is the parent's, when it forks") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::file_sink to{path.c_str()};
  buffered_sink sink{to};
  sink.write("first\n");
  sink.write("before\n");
  int const result = support::run_in_child([&] {
    sink.write("of the child\n");
    sink.write_now({});
    return 0;
  });
  CHECK(result == 0);
  sink.write_now("behind\n");
  CHECK(support::content_of(path) == "first\nbefore\nof the child\nbehind\n");
}

TEST_CASE("all lines of many threads arrive, whole and in the order of each thread") {
  memory_sink to;
  constexpr int threads = 4;
  constexpr int lines = 2000;
  std::uint64_t lost = 0;
  {
    buffered_sink sink{to};
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
      running.emplace_back([&sink, t] {
        for (int i = 0; i < lines; ++i) {
          std::string const text = std::to_string(t) + ' ' + std::to_string(i) + '\n';
          if (i % 10 == 0) still_clock::looked.fetch_add(1);
          if (i % 100 == 0)
            sink.write_now(text);
          else
            sink.write(text);
        }
      });
    for (auto& thread : running) thread.join();
    lost = sink.dropped();
  }
  // On a busy machine a thread may hold another one's lines for too long.
  CHECK(to.line_count() + lost == threads * lines);
  int next[threads]{};
  std::uint64_t missing = 0;
  to.for_each_line([&](std::string_view text) {
    int const thread = text[0] - '0';
    int const number = std::stoi(std::string{text.substr(2)});
    REQUIRE(number >= next[thread]);
    missing += static_cast<std::uint64_t>(number - next[thread]);
    next[thread] = number + 1;
  });
  CHECK(missing <= lost);
}

TEST_CASE("errors and losses are those of the sink behind") {
  failing_sink to;
  buffered_sink sink{to};
  CHECK(sink.error() == EPIPE);
  CHECK(sink.is_terminal());
  sink.write(line);
  CHECK(sink.dropped() == 1);
  CHECK(sink.drop_reason() == EPIPE);
}

}  // namespace buffered_test
