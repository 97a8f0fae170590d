// Defines what profiler.hpp declares of processes, on systems without perf(1).
#include "samples/profiler.hpp"

namespace trace2::program {

namespace {

constexpr char const* no_profiler = "perf is not available on Windows";

}  // namespace

profiler_run::~profiler_run() = default;

script_of_profiler::script_of_profiler(std::string const&) { error_ = no_profiler; }

std::string script_of_profiler::finish() { return error_; }

recording_profiler::recording_profiler(int, std::string const&, recording_options const&) {
  error_ = no_profiler;
}

void recording_profiler::begin() {}

std::string recording_profiler::finish() { return error_; }

}  // namespace trace2::program
