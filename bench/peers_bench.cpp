// Measures the same loop with other tracers, as far as they are installed. Each case is a call in
// workload::loop and, if it writes a file itself, a workload::file; further tracers are added in
// the same way.
#include <cstdint>
#include <memory>

#include "workload.hpp"

#if __has_include(<spdlog/spdlog.h>)
#  include <spdlog/sinks/basic_file_sink.h>
#  include <spdlog/sinks/null_sink.h>
#  include <spdlog/spdlog.h>

namespace {

using benchmark::State;

/// One line of text per event, into the buffer of a FILE.
void spdlog_line(State& state) {
  static std::unique_ptr<workload::file> file;
  static std::shared_ptr<spdlog::logger> logger;
  if (state.thread_index() == 0) {
    file = std::make_unique<workload::file>();
    logger = spdlog::basic_logger_mt("bench", file->path(), true);
  }
  workload::loop(state, [](std::int64_t value) { logger->info("index entries {}", value); });
  if (state.thread_index() == 0) {
    spdlog::drop("bench");
    logger.reset();
    file.reset();
  }
}

/// A line below the logger's level.
void spdlog_off(State& state) {
  auto const logger = spdlog::create<spdlog::sinks::null_sink_mt>("off");
  workload::loop(state, [&](std::int64_t value) { logger->debug("index entries {}", value); });
  spdlog::drop("off");
}

}  // namespace

BENCHMARK(spdlog_line)->Name("spdlog/line")->UseRealTime()->ThreadRange(1, 4);
BENCHMARK(spdlog_off)->Name("spdlog/off")->UseRealTime();
#endif

#ifdef HAS_HDR_HISTOGRAM
#  include <trace2/detail/time/tick_counter.hpp>

#  include <hdr/hdr_histogram.h>

namespace {

/// An interval of no work, between the same two readings of the clock as those of a timer, into a
/// histogram of two digits: up to an hour of ticks.
void hdr_record(benchmark::State& state) {
  hdr_histogram* lengths = nullptr;
  hdr_init(1, 3'600'000'000'000 * 4, 2, &lengths);
  workload::loop(state, [&](std::int64_t) {
    std::int64_t const begin = trace2::detail::tick_counter::read();
    hdr_record_value(lengths, trace2::detail::tick_counter::read() - begin);
  });
  hdr_close(lengths);
}

}  // namespace

BENCHMARK(hdr_record)->Name("hdr/record")->UseRealTime();
#endif

#if __has_include(<lttng/tracepoint.h>)
#  define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#  define LTTNG_UST_TRACEPOINT_DEFINE
#  include "peers_lttng.h"

namespace {

/// A record of 14 bytes into a buffer that a daemon reads, while a session records.
void lttng_data(benchmark::State& state) {
  char const* const name = lttng_ust_tracepoint_enabled(trace2_bench, data) ? "on" : "off";
  state.SetLabel(name);
  workload::loop(state, [](std::int64_t value) {
    lttng_ust_tracepoint(trace2_bench, data, static_cast<long>(value));
  });
}

}  // namespace

BENCHMARK(lttng_data)->Name("lttng/data")->UseRealTime()->ThreadRange(1, 4);
#endif

BENCHMARK_MAIN();
