// Many threads, at once or in turn: usage scale_bench THREADS "at once"|"in turn" REGIONS
//
// Each thread enters and leaves so many regions. The environment chooses the target. Prints the
// processor time of the process in nanoseconds, its end excluded, and the memory that is its own in
// KB.

#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include <time.h>

namespace {

std::int64_t processor_time() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Without the pages of files that are mapped.
long own_kilobytes() {
  long size = -1;
  if (std::FILE* const status = std::fopen("/proc/self/status", "r"); status != nullptr) {
    char line[256];
    while (size < 0 && std::fgets(line, sizeof line, status) != nullptr)
      if (std::strncmp(line, "RssAnon:", 8) == 0) size = std::strtol(line + 8, nullptr, 10);
    std::fclose(status);
  }
  return size;
}

void work(long regions) {
  trace2::thread_scope const scope{"worker"};
  for (long i = 0; i < regions; ++i) {
    TRACE2_REGION("bench", "scale");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  long const count = std::strtol(argv[1], nullptr, 10);
  bool const is_in_turn = std::string_view{argv[2]} == "in turn";
  long const regions = std::strtol(argv[3], nullptr, 10);
  trace2::session const session{argc, argv};
  std::int64_t const begin = processor_time();
  std::vector<std::thread> threads;
  for (long i = 0; i < count; ++i) {
    threads.emplace_back(work, regions);
    if (is_in_turn) threads.back().join();
  }
  for (std::thread& each : threads)
    if (each.joinable()) each.join();
  std::printf("%lld %ld\n", static_cast<long long>(processor_time() - begin), own_kilobytes());
}
