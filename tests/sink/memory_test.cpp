#include <trace2/sink/memory.hpp>

#include <cerrno>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/lines.hpp"

namespace memory_test {

using trace2::memory_sink;

TEST_CASE("a memory sink keeps lines until it is cleared") {
  memory_sink sink;
  CHECK(sink.text().empty());
  sink.write("one\n");
  sink.write("two\nthree\n");
  CHECK(sink.text() == "one\ntwo\nthree\n");
  CHECK(sink.line_count() == 3);

  std::vector<std::string> lines;
  sink.for_each_line([&](std::string_view line) { lines.emplace_back(line); });
  CHECK(lines == std::vector<std::string>{"one", "two", "three"});

  sink.clear();
  CHECK(sink.text().empty());
  CHECK(sink.line_count() == 0);
}

TEST_CASE("empty lines are lines") {
  memory_sink sink;
  sink.write("\n\n");
  CHECK(sink.line_count() == 2);
  int count = 0;
  sink.for_each_line([&](std::string_view line) { count += line.empty(); });
  CHECK(count == 2);
}

TEST_CASE("a memory sink doesn't grow beyond its limit") {
  memory_sink sink{10};
  sink.write("12345678\n");
  CHECK(sink.drop_reason() == 0);
  sink.write("1\n2\n");
  CHECK(sink.text() == "12345678\n");
  CHECK(sink.dropped() == 2);
  CHECK(sink.drop_reason() == ENOBUFS);
  CHECK(sink.error() == 0);
  sink.clear();
  CHECK(sink.dropped() == 0);
}

TEST_CASE("a memory sink keeps the lines of all threads whole") {
  memory_sink sink;
  constexpr int each = 500;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&sink, i] {
      for (int n = 0; n < each; ++n) sink.write(support::line(i * each + n, 40));
    });
  for (auto& thread : threads) thread.join();
  CHECK(sink.line_count() == 4 * each);
  CHECK(support::are_whole(sink.text()));
}

}  // namespace memory_test
