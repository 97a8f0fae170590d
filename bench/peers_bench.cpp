// The same loop with other tracers that are installed.
#include <cstdint>
#include <memory>

#include "workload.hpp"
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>

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

/// What remains of a line below the logger's level.
void spdlog_off(State& state) {
  auto const logger = spdlog::create<spdlog::sinks::null_sink_mt>("off");
  workload::loop(state, [&](std::int64_t value) { logger->debug("index entries {}", value); });
  spdlog::drop("off");
}

}  // namespace

BENCHMARK(spdlog_line)->Name("spdlog/line")->UseRealTime()->ThreadRange(1, 4);
BENCHMARK(spdlog_off)->Name("spdlog/off")->UseRealTime();
BENCHMARK_MAIN();
