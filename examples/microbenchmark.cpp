// Measures a hot loop from outside, by Google Benchmark, and from inside, by its own trace:
// compiled out, off, into a recording, and into EVENT. examples/microbenchmark/README.md says how
// to read it.
//
//     microbenchmark [OPTION...]            options of Google Benchmark
//     trace2 summary microbenchmark.trace2  what the loop says of itself
#include <trace2/disturbances.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "microbenchmark/count_words.hpp"
#include <benchmark/benchmark.h>

namespace {

/// Lines of words, of which few are frequent and many are rare.
std::vector<std::string> make_lines() {
  std::mt19937 random{1};
  std::geometric_distribution<unsigned> word{0.002};
  std::vector<std::string> lines(4096);
  for (std::string& line : lines)
    for (unsigned i = unsigned{4} + static_cast<unsigned>(random() % 9); i-- > 0;) {
      if (!line.empty()) line += ' ';
      line += "word" + std::to_string(word(random));
    }
  return lines;
}

/// One iteration is one line.
template <bool IsTraced>
void loop(benchmark::State& state) {
  static std::vector<std::string> const lines = make_lines();
  example::word_table words;
  for (std::string const& line : lines) example::count_words<false>(line, words);
  trace2::disturbances const disturbances{"words", "loop"};
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state)
    example::count_words<IsTraced>(lines[i++ % lines.size()], words);
}

/// The targets that are attached, for the length of one measurement.
class session {
 public:
  session() : session_{1, arguments, {.ancestry = false, .exports = false}} {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  ~session() { session_.end(); }

 private:
  static constexpr char const* arguments[] = {"microbenchmark", nullptr};
  trace2::session session_;
};

/// Every measurement begins the file anew, so that the file of the last one stays.
template <trace2::recording_mode Mode>
void recorded(benchmark::State& state) {
  constexpr char const* path =
      Mode == trace2::recording_mode::grow ? "microbenchmark.trace2" : "microbenchmark.ring";
  std::remove(path);
  static std::unique_ptr<trace2::recording_file> file;
  file = std::make_unique<trace2::recording_file>(
      path,
      trace2::recording_options{
          .mode = Mode, .size = Mode == trace2::recording_mode::grow ? std::uint64_t{4} << 30 : 0});
  if (file->error() != 0) return state.SkipWithError("cannot create the recording");
  trace2::tracer::attach<trace2::flight_recorder>(*file);
  session const traced;
  loop<true>(state);
}

void written(benchmark::State& state) {
  constexpr char const* path = "microbenchmark.event";
  std::remove(path);
  struct buffered_file {
    trace2::file_sink behind{path};
    trace2::buffered_sink sink{behind};
  };
  static std::unique_ptr<buffered_file> file;
  file.reset();
  file = std::make_unique<buffered_file>();
  trace2::tracer::attach<trace2::format::json>(file->sink);
  session const traced;
  loop<true>(state);
}

BENCHMARK(loop<false>)->Name("compiled out");
BENCHMARK(loop<true>)->Name("off");
BENCHMARK(recorded<trace2::recording_mode::ring>)->Name("recorder, ring");
BENCHMARK(recorded<trace2::recording_mode::grow>)->Name("recorder, growing file");
BENCHMARK(written)->Name("EVENT, buffered");

}  // namespace

BENCHMARK_MAIN();
