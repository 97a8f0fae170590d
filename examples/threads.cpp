// Threads: each has a name, its own regions, and its own sums of timers and counters.
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// Reported for each thread when it ends, and for all threads when the process ends. The timer also
// keeps how long its intervals were: median, p90, p99 and p99.9.
trace2::distribution_timer const working{"example", "work", trace2::sum_scope::per_thread};
trace2::counter const items{"example", "items", trace2::sum_scope::per_thread};

void work(int count) {
  TRACE2_THREAD("worker");  // th01:worker, th02:worker, ...
  TRACE2_REGION_F("example", "batch", "%d items", count);
  for (int i = 0; i < count; ++i) {
    TRACE2_TIMER(working);
    TRACE2_COUNTER_ADD(items, 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  static trace2::memory_sink lines;
  trace2::tracer::attach<trace2::format::perf>(lines, {.brief = true});
  trace2::session const trace{argc, argv};
  {
    std::vector<std::jthread> workers;
    for (int i = 1; i <= 3; ++i) workers.emplace_back(work, 100 * i);
  }
  trace.end();

  std::fwrite(lines.text().data(), 1, lines.text().size(), stdout);
  bool const is_there = lines.text().find("name:items value:600\n") != std::string_view::npos;
  return is_there == trace2::tracer::is_compiled_in ? 0 : 1;
}
