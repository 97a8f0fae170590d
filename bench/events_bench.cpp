// Measures the cost of tracing, from switched off to written into a file. The cases "limit/…" are
// lower bounds for every tracer; report.py sets each figure beside its limit.
#include <trace2/detail/time/tick_counter.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/sink/null.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "workload.hpp"

namespace {

using json = trace2::format::json;
using perf = trace2::format::perf;
using benchmark::State;
using trace2::tracer;

trace2::counter const additions{"bench", "additions"};
trace2::timer const intervals{"bench", "intervals"};
trace2::distribution_timer const lengths{"bench", "lengths"};
thread_local std::int64_t plain_counter = 0;

// The operations of an instrumented program.
constexpr auto nothing = [](std::int64_t) {};
constexpr auto data = [](std::int64_t value) { TRACE2_DATA("index", "entries", value); };
constexpr auto region = [](std::int64_t) { TRACE2_REGION("index", "load"); };
constexpr auto count = [](std::int64_t) { TRACE2_COUNTER_ADD(additions, 1); };
constexpr auto time = [](std::int64_t) { TRACE2_TIMER(intervals); };
constexpr auto distribute = [](std::int64_t) { TRACE2_TIMER(lengths); };

/// Copies the latest lines of each thread into memory, and does nothing else.
struct copying_sink final : trace2::sink {
  void write(std::string_view lines) noexcept override {
    thread_local std::array<char, 4096> latest;
    std::memcpy(latest.data(), lines.data(), std::min(lines.size(), latest.size()));
    benchmark::DoNotOptimize(latest);
  }
};

/// A sink for lines; `path` names an empty file.
template <class Sink>
struct destination {
  explicit destination(char const*) {}
  Sink sink;
};
template <>
struct destination<trace2::file_sink> {
  explicit destination(char const* path) : sink{path} {}
  trace2::file_sink sink;
};
template <>
struct destination<trace2::buffered_sink> {
  explicit destination(char const* path) : behind{path}, sink{behind} {}
  trace2::file_sink behind;
  trace2::buffered_sink sink;
};

/// Traces the loop into a sink with some formats.
template <class Sink, class... Formats>
void traced(State& state, auto const& operation) {
  static std::unique_ptr<workload::file> file;
  static std::unique_ptr<destination<Sink>> to;
  static std::unique_ptr<workload::session> session;
  if (state.thread_index() == 0) {
    file = std::make_unique<workload::file>();
    to = std::make_unique<destination<Sink>>(file->path());
    (tracer::attach<Formats>(to->sink), ...);
    session = std::make_unique<workload::session>();
  }
  workload::loop(state, operation);
  if (state.thread_index() == 0) {
    session.reset();
    to.reset();
    file.reset();
  }
}

/// The bytes of a data event.
template <class Format>
std::string data_line() {
  trace2::memory_sink lines;
  tracer::attach<Format>(lines);
  workload::session const session;
  lines.clear();
  data(12345);
  return std::string{lines.text()};
}

/// Writes a line at once.
struct plain_writer {
  explicit plain_writer(int file) : fd{file} {}
  void operator()(std::string const& line) const {
    benchmark::DoNotOptimize(::write(fd, line.data(), line.size()));
  }
  int fd;
};

/// Copies lines into a buffer that is written when the next one doesn't fit.
struct copying_writer {
  explicit copying_writer(int file) : fd{file} {}
  void operator()(std::string const& line) {
    if (line.size() > lines.size() - size) {
      benchmark::DoNotOptimize(::write(fd, lines.data(), size));
      size = 0;
    }
    std::memcpy(lines.data() + size, line.data(), line.size());
    benchmark::ClobberMemory();
    size += line.size();
  }
  int fd;
  std::size_t size = 0;
  std::array<char, 65536> lines;
};

/// Writes the bytes of a data event without a tracer.
template <class Format, class Writer = plain_writer>
void written(State& state) {
  static std::unique_ptr<workload::file> file;
  static std::string line;
  if (state.thread_index() == 0) {
    line = data_line<Format>();
    file = std::make_unique<workload::file>();
  }
  // The loop is what all threads begin together.
  std::unique_ptr<Writer> write;
  workload::loop(state, [&](std::int64_t) {
    if (write == nullptr) write = std::make_unique<Writer>(file->fd());
    (*write)(line);
  });
  if (state.thread_index() == 0) {
    state.SetLabel(std::to_string(line.size()) + " bytes");
    file.reset();
  }
}

void add(char const* name, auto const& run) {
  benchmark::RegisterBenchmark(name, run)->UseRealTime();
}
void add_with_threads(char const* name, auto const& run) {
  benchmark::RegisterBenchmark(name, run)->UseRealTime()->ThreadRange(1, 4);
}

void add_all() {
  add("limit/loop", [](State& s) { workload::loop(s, nothing); });
  add("off/data", [](State& s) { workload::loop(s, data); });
  add("off/region", [](State& s) { workload::loop(s, region); });
  add("off/counter", [](State& s) { workload::loop(s, count); });
  add("off/timer", [](State& s) { workload::loop(s, time); });
  add("no target/data", [](State& s) {
    workload::session const without_targets;
    workload::loop(s, data);
  });

  add("limit/thread_local increment", [](State& s) {
    workload::loop(s, [](std::int64_t) { benchmark::DoNotOptimize(++plain_counter); });
  });
  add("limit/two clock reads", [](State& s) {
    workload::loop(s, [](std::int64_t) {
      benchmark::DoNotOptimize(trace2::detail::tick_counter::read());
      benchmark::DoNotOptimize(trace2::detail::tick_counter::read());
    });
  });
  add("on/counter", [](State& s) { traced<trace2::null_sink, json>(s, count); });
  add("on/timer", [](State& s) { traced<trace2::null_sink, json>(s, time); });
  add("on/distribution", [](State& s) { traced<trace2::null_sink, json>(s, distribute); });

  using trace2::buffered_sink, trace2::file_sink, trace2::null_sink;
  add_with_threads("null/EVENT", [](State& s) { traced<null_sink, json>(s, data); });
  add_with_threads("null/PERF", [](State& s) { traced<null_sink, perf>(s, data); });
  add_with_threads("memory/EVENT", [](State& s) { traced<copying_sink, json>(s, data); });
  add_with_threads("limit/write EVENT", written<json>);
  add_with_threads("limit/write PERF", written<perf>);
  add_with_threads("limit/copy and write EVENT", written<json, copying_writer>);
  add_with_threads("limit/copy and write PERF", written<perf, copying_writer>);
  add_with_threads("file/EVENT", [](State& s) { traced<file_sink, json>(s, data); });
  add_with_threads("file/PERF", [](State& s) { traced<file_sink, perf>(s, data); });
  add_with_threads("file/EVENT and PERF", [](State& s) { traced<file_sink, json, perf>(s, data); });
  add_with_threads("buffered/EVENT", [](State& s) { traced<buffered_sink, json>(s, data); });
  add_with_threads("buffered/PERF", [](State& s) { traced<buffered_sink, perf>(s, data); });
}

}  // namespace

int main(int argc, char** argv) {
  add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
