// The flight recorder beside its limits, in one run: nanoseconds of wall and CPU time per event,
// the last byte included, and bytes per event. Usage: recorder_bench [EVENTS [DIRECTORY...]]
#include <trace2/format/binary.hpp>
#include <trace2/sink/mapped.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

double now(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

std::uint64_t work(std::uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  asm volatile("" : "+r"(x));
  return x;
}

void read_counter() {
  std::int64_t const ticks = trace2::detail::tick_counter::read();
  asm volatile("" ::"r"(ticks));
}

struct no_events {
  static void run(std::uint64_t& x, std::int64_t) { x = work(x); }
};
struct one_reading {
  static void run(std::uint64_t& x, std::int64_t) {
    read_counter();
    x = work(x);
  }
};
struct two_readings {
  static void run(std::uint64_t& x, std::int64_t) {
    read_counter();
    x = work(x);
    read_counter();
  }
};
struct region_pair {
  static void run(std::uint64_t& x, std::int64_t) {
    TRACE2_REGION("index", "load");
    x = work(x);
  }
};
struct data_number {
  static void run(std::uint64_t& x, std::int64_t i) {
    TRACE2_DATA("index", "entries", i);
    x = work(x);
  }
};

/// What a process that only filled a buffer of 64 KiB with records of 24 bytes would need.
class plain_buffer {
 public:
  explicit plain_buffer(std::string const& path)
      : fd_{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600)} {}
  ~plain_buffer() {
    flush();
    ::close(fd_);
  }
  void put(std::int64_t value) {
    if (used_ + 3 > sizeof words_ / sizeof *words_) flush();
    words_[used_] = static_cast<std::uint64_t>(trace2::detail::tick_counter::read());
    words_[used_ + 1] = 7;
    words_[used_ + 2] = static_cast<std::uint64_t>(value);
    used_ += 3;
  }

 private:
  void flush() {
    if (::write(fd_, words_, used_ * 8) < 0) std::abort();
    used_ = 0;
  }

  int fd_;
  std::size_t used_ = 0;
  std::uint64_t words_[8192];
};

struct cost {
  double wall = 0;
  double cpu = 0;
  double bytes = 0;
};

/// Runs in a process of its own, whose end belongs to the cost.
template <class Run>
cost in_process(std::string const& file, double events, Run const& run) {
  ::unlink(file.c_str());
  double const begin = now(CLOCK_MONOTONIC);
  pid_t const child = ::fork();
  if (child == 0) {
    run();
    std::exit(0);
  }
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  double const wall = now(CLOCK_MONOTONIC) - begin;
  if (status != 0) std::printf("failed: %d\n", status);
  auto const seconds = [](timeval time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  struct ::stat size {};
  double bytes = 0;
  if (::stat(file.c_str(), &size) == 0) bytes = static_cast<double>(size.st_size);
  ::unlink(file.c_str());
  return {wall / events, (seconds(used.ru_utime) + seconds(used.ru_stime)) * 1e9 / events,
          bytes / events};
}

template <class Event>
void repeat(std::int64_t events) {
  std::uint64_t x = 88172645463325252u;
  for (std::int64_t i = 0; i < events; ++i) Event::run(x, i);
}

template <class Event>
cost record(std::string const& file, std::int64_t events, int threads, char const* mode) {
  return in_process(file, static_cast<double>(events), [&] {
    ::setenv("TRACE2_BINARY", file.c_str(), 1);
    ::setenv("TRACE2_BINARY_SIZE", mode == nullptr ? "2g" : "4m", 1);
    if (mode != nullptr) ::setenv("TRACE2_BINARY_MODE", mode, 1);
    char const* const argv[] = {"recorder_bench", nullptr};
    trace2::session const session{1, argv, {.ancestry = false}};
    std::vector<std::thread> all;
    for (int i = 1; i < threads; ++i) all.emplace_back([=] { repeat<Event>(events / threads); });
    repeat<Event>(events / threads);
    for (std::thread& thread : all) thread.join();
  });
}

void show(std::string const& what, cost const& found, double limit, cost const& idle) {
  std::printf("| %-44s | %7.1f | %7.1f | %5.1f | %5.2f |\n", what.c_str(), found.wall - idle.wall,
              found.cpu - idle.cpu, found.bytes, (found.cpu - idle.cpu) / limit);
}

void measure(std::string const& directory, std::int64_t events) {
  std::string const file = directory + "/recorder_bench.recording";
  auto const plain = [&](auto const& run) {
    return in_process(file, static_cast<double>(events), run);
  };
  cost const idle = plain([&] { repeat<no_events>(events); });
  double const one = plain([&] { repeat<one_reading>(events); }).cpu - idle.cpu;
  double const two = 2 * one;
  std::printf("\n%s, %lld events\n\n", directory.c_str(), static_cast<long long>(events));
  std::printf(
      "| ns per event, the loop's %.1f subtracted         |    wall |     CPU | bytes | limit |\n",
      idle.cpu);
  std::printf("|---|---|---|---|---|\n");
  show("limit: one reading of the counter", plain([&] { repeat<one_reading>(events); }), one, idle);
  show("limit: two readings", plain([&] { repeat<two_readings>(events); }), two, idle);
  show("limit: 24 bytes into 64 KiB, write(2)", plain([&] {
         plain_buffer buffer{file};
         std::uint64_t x = 1;
         for (std::int64_t i = 0; i < events; ++i) {
           buffer.put(i);
           x = work(x);
         }
       }),
       one, idle);
  for (char const* const mode : {static_cast<char const*>(nullptr), "ring"})
    for (int const threads : {1, 2, 4}) {
      std::string const kind = std::string{mode == nullptr ? "grow" : mode} + ", " +
                               std::to_string(threads) + (threads == 1 ? " thread" : " threads");
      show("region pair, " + kind, record<region_pair>(file, events, threads, mode), two, idle);
      show("integer data, " + kind, record<data_number>(file, events, threads, mode), one, idle);
    }
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // or each child would print it again
  std::int64_t const events = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
  if (argc > 2)
    for (int i = 2; i < argc; ++i) measure(argv[i], events);
  else
    measure(".", events);
}
