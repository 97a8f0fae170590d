// The workload of the recorder and its peers: one loop, in a process of its own.
#pragma once

#include <trace2/detail/time/tick_counter.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace recorder_bench {

inline double now(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// The work of the program without its events.
inline std::uint64_t work(std::uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  asm volatile("" : "+r"(x));
  return x;
}

/// The cost of all events of a run: nanoseconds, and bytes of the file.
struct cost {
  double loop = 0;  ///< wall time in the thread that emits the events
  double wall = 0;  ///< wall time of the whole process, the last byte included
  double cpu = 0;   ///< processor time of all threads, the kernel's included
  double bytes = 0;
};

/// The limit of an event: readings of the clock.
enum class measure { one_reading, two_readings };

struct test_case {
  std::string name;
  measure limit;
  std::function<cost(std::string const& file, std::int64_t events)> run;
};

/// Runs in a process of its own, whose end counts too. `run(loop)` calls `loop(emit)` once, which
/// calls `emit(i)` for each event.
template <class Run>
cost in_process(std::string const& file, std::int64_t events, Run const& run) {
  ::unlink(file.c_str());
  auto* const loop_time = static_cast<double*>(
      ::mmap(nullptr, sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  double const begin = now(CLOCK_MONOTONIC);
  pid_t const child = ::fork();
  if (child == 0) {
    run([&](auto const& emit) {
      std::uint64_t x = 88172645463325252u;
      double const loop_begin = now(CLOCK_MONOTONIC);
      for (std::int64_t i = 0; i < events; ++i) emit(x, i);
      *loop_time = now(CLOCK_MONOTONIC) - loop_begin;
    });
    std::exit(0);
  }
  cost found;
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  found.wall = now(CLOCK_MONOTONIC) - begin;
  if (status != 0) std::printf("failed: %d\n", status);
  auto const nanoseconds = [](timeval time) {
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
  };
  found.cpu = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
  found.loop = *loop_time;
  ::munmap(loop_time, sizeof(double));
  struct ::stat size {};
  if (::stat(file.c_str(), &size) == 0) found.bytes = static_cast<double>(size.st_size);
  ::unlink(file.c_str());
  return found;
}

/// The cases of other recorders whose headers the compiler finds.
std::vector<test_case> peers();

}  // namespace recorder_bench
