// A program that traces numbers and acknowledges each: writer PROGRESS THREADS NUMBERS PAUSE
//
// Each thread stores in the file PROGRESS how many of its numbers every target has taken. After
// each number it pauses for PAUSE microseconds. It ends early when the last word of the file isn't
// 0.
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

struct progress {
  std::atomic<std::uint64_t> done[63];
  std::atomic<std::uint64_t> is_over;
};

progress* map_progress(char const* path) {
  int const fd = ::open(path, O_RDWR);
  if (fd < 0) std::abort();
  void* const place = ::mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (place == MAP_FAILED) std::abort();
  ::close(fd);
  return static_cast<progress*>(place);
}

void write(progress& shown, unsigned thread, std::uint64_t numbers, unsigned pause) {
  TRACE2_THREAD("w" + std::to_string(thread));
  for (std::uint64_t n = 0; n < numbers && shown.is_over.load() == 0; ++n) {
    TRACE2_DATA("faults", "n", n);
    TRACE2_PRINTF("n %u %llu", thread, static_cast<unsigned long long>(n));
    if (n % 7 == 0) {
      TRACE2_REGION("faults", "seventh");
      TRACE2_DATA("faults", "text", std::string(n % 3000, 'x'));
    }
    shown.done[thread].store(n + 1, std::memory_order_release);
    if (pause != 0) ::usleep(pause);
  }
}

}  // namespace

int main(int argc, char** argv) {
  progress& shown = *map_progress(argv[1]);
  auto const threads = static_cast<unsigned>(std::atoi(argv[2]));
  auto const numbers = static_cast<std::uint64_t>(std::atoll(argv[3]));
  auto const pause = static_cast<unsigned>(std::atoi(argv[4]));
  trace2::session const session{argc, argv, {.program_version = "1"}};
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([&shown, i, numbers, pause] { write(shown, i, numbers, pause); });
  for (std::thread& each : all) each.join();
  return session.exit(0);
}
