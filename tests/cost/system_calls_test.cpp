// How often an event asks the kernel to write.
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <fstream>
#include <string>

#include "support/catch.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"

namespace system_calls_test {

namespace {

constexpr int events = 100;

// The sanitizers write to pipes of their own, to find out which memory may be read.
constexpr bool is_sanitized = support::is_address_sanitized || support::is_behavior_sanitized;

/// Calls that write, of the whole process so far; negative where the kernel doesn't count them.
std::int64_t written() {
  std::ifstream counts{"/proc/self/io"};
  std::string name;
  std::int64_t count = 0;
  while (counts >> name >> count)
    if (name == "syscw:") return count;
  return -1;
}

template <class... Formats>
std::int64_t calls_for(trace2::sink& sink) {
  (trace2::tracer::attach<Formats>(sink), ...);
  char const* const arguments[] = {"system_calls", nullptr};
  trace2::session session{1, arguments, {.ancestry = false, .exports = false}};
  std::int64_t const before = written();
  for (int i = 0; i < events; ++i) TRACE2_DATA("cost", "number", i);
  std::int64_t const after = written();
  session.end();
  return after - before;
}

}  // namespace

TEST_CASE("an event takes one writing system call per target") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::file_sink file{path.c_str()};
  if (is_sanitized || written() < 0) return support::skip("system calls can't be counted");
  CHECK(calls_for<trace2::format::json>(file) == events);
  CHECK(calls_for<trace2::format::json, trace2::format::perf>(file) == 2 * events);
}

TEST_CASE("a buffer takes one system call for as many events as it holds") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::file_sink file{path.c_str()};
  trace2::buffered_sink buffered{file};
  if (is_sanitized || written() < 0) return support::skip("system calls can't be counted");
  // One for each time that the buffer is full, and some for a clock that was just calibrated.
  CHECK(calls_for<trace2::format::json>(buffered) < events / 10);
}

}  // namespace system_calls_test
