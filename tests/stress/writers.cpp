// Threads that trace numbers as fast as they can: writers THREADS EVENTS
#include <trace2/trace2.hpp>

#include <cstdlib>
#include <thread>
#include <vector>

namespace {

trace2::counter const written{"stress", "written"};

void write_numbers(int events) {
  TRACE2_THREAD("writer");
  for (int i = 0; i < events; ++i) {
    trace2::data("stress", "number", i);
    written.add();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  trace2::session const trace{argc, argv, {.ancestry = false}};
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[1]); ++i)
    threads.emplace_back(write_numbers, std::atoi(argv[2]));
  for (auto& thread : threads) thread.join();
  return trace.exit(0);
}
