// Measures the flight recorder beside its limits and its peers, in one run. Usage: recorder_bench
// [EVENTS [DIRECTORY...]]
//
// All cases take turns, and the run with the least CPU time counts. Events are numbers, regions
// with a beginning and an end, and tasks. Times are nanoseconds per event, without the time of the
// empty loop.
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "recorder_workload.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace recorder_bench { namespace {

std::int64_t ticks() { return trace2::detail::tick_counter::read(); }

void read_counter() {
  std::int64_t const now = ticks();
  asm volatile("" ::"r"(now));
}

/// Records of some words in a buffer of 64 KiB, which is written when it is full. This is the cost
/// of bytes in a file that are lost when the process is killed.
class plain_buffer {
 public:
  explicit plain_buffer(std::string const& path)
      : fd_{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600)} {}
  ~plain_buffer() {
    flush();
    ::close(fd_);
  }
  template <class... Words>
  void put(Words... words) {
    if (used_ + sizeof...(words) > size) flush();
    ((words_[used_++] = static_cast<std::uint64_t>(words)), ...);
  }

 private:
  static constexpr std::size_t size = 8192;

  void flush() {
    if (::write(fd_, words_, used_ * sizeof *words_) < 0) std::abort();
    used_ = 0;
  }

  int fd_;
  std::size_t used_ = 0;
  std::uint64_t words_[size];
};

/// Bytes in a file that survive the process: words are stored into mapped pages that the file has
/// just grown by, a window of 256 KiB after the other.
class plain_window {
 public:
  explicit plain_window(std::string const& path)
      : fd_{::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600)},
        is_in_memory_{system::is_in_memory(fd_)},
        next_{system::map(fd_, most)} {
    if (next_ == nullptr) std::abort();
  }
  ~plain_window() { ::close(fd_); }

  template <class... Words>
  void put(Words... words) {
    if (sizeof...(words) > static_cast<std::size_t>(end_ - to_)) grow();
    ((*to_++ = static_cast<std::uint64_t>(words)), ...);
  }

 private:
  using system = trace2::detail::recording::mapped_system;
  static constexpr std::size_t most = std::size_t{8} << 30;
  static constexpr std::size_t size = std::size_t{256} << 10;

  void grow() {
    if (size_ != 0) system::unmap(next_ - size, size);
    if (size_ == most || system::reserve(fd_, size_, size) < 0) std::abort();
    system::populate(next_, size, is_in_memory_);
    to_ = reinterpret_cast<std::uint64_t*>(next_);
    end_ = to_ + size / sizeof *to_;
    next_ += size;
    size_ += size;
  }

  int fd_;
  bool is_in_memory_;
  char* next_;
  std::size_t size_ = 0;
  std::uint64_t* to_ = nullptr;
  std::uint64_t* end_ = nullptr;
};

/// A case that needs no file or writes its file itself: `emit(buffer, x, i)`.
template <class Buffer = plain_buffer, class Emit>
test_case plain(std::string const& name, measure limit, Emit const& emit) {
  return {name, limit, [emit](std::string const& file, std::int64_t events) {
            return in_process(file, events, [&](auto const& loop) {
              static Buffer buffer{file};
              loop([&](std::uint64_t& x, std::int64_t i) { emit(buffer, x, i); });
            });
          }};
}

void region_pair(std::uint64_t& x, std::int64_t) {
  TRACE2_REGION("index", "load");
  x = work(x);
}
void integer_data(std::uint64_t& x, std::int64_t i) {
  TRACE2_DATA("index", "entries", i);
  x = work(x);
}

void task_pair(std::uint64_t& x, std::int64_t) {
  trace2::task begun;
  TRACE2_TASK(begun, "index", "shard");
  x = work(x);
}
void task_switch(std::uint64_t& x, std::int64_t) {
  static thread_local trace2::task const one = [] {
    trace2::task begun;
    TRACE2_TASK(begun, "index", "shard");
    return begun;
  }();
  trace2::task_scope const runs{one};
  x = work(x);
}

template <class Emit>
test_case recorded(std::string const& name, measure limit, int threads, bool is_ring, Emit emit) {
  std::string const threads_text =
      std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  return {(is_ring ? "ring, " : "grow, ") + threads_text + ": " + name, limit,
          [=](std::string const& file, std::int64_t events) {
            return in_process(file, events / threads, [&](auto const& loop) {
              ::setenv("TRACE2_BINARY", file.c_str(), 1);
              ::setenv("TRACE2_BINARY_SIZE", is_ring ? "4m" : "8g", 1);
              ::setenv("TRACE2_BINARY_MODE", is_ring ? "ring" : "grow", 1);
              char const* const argv[] = {"recorder_bench", nullptr};
              trace2::session const session{1, argv, {.ancestry = false}};
              std::vector<std::thread> others;
              for (int i = 1; i < threads; ++i) others.emplace_back([&] { loop(emit); });
              loop(emit);
              for (std::thread& other : others) other.join();
            });
          }};
}

std::vector<test_case> all_cases() {
  std::vector<test_case> cases{
      plain("the empty loop", measure::one_reading,
            [](plain_buffer&, std::uint64_t& x, std::int64_t) { x = work(x); }),
      plain("limit: one reading of the counter", measure::one_reading,
            [](plain_buffer&, std::uint64_t& x, std::int64_t) {
              read_counter();
              x = work(x);
            }),
      plain("limit: two readings", measure::two_readings,
            [](plain_buffer&, std::uint64_t& x, std::int64_t) {
              read_counter();
              x = work(x);
              read_counter();
            }),
      plain("limit: two readings, 16 bytes, write(2)", measure::two_readings,
            [](plain_buffer& buffer, std::uint64_t& x, std::int64_t) {
              buffer.put(ticks());
              x = work(x);
              buffer.put(ticks());
            }),
      plain("limit: one reading, 16 bytes, write(2)", measure::one_reading,
            [](plain_buffer& buffer, std::uint64_t& x, std::int64_t i) {
              buffer.put(ticks(), i);
              x = work(x);
            }),
      plain<plain_window>("limit: two readings, 16 bytes, mapped", measure::two_readings,
                          [](plain_window& window, std::uint64_t& x, std::int64_t) {
                            window.put(ticks());
                            x = work(x);
                            window.put(ticks());
                          }),
      plain<plain_window>("limit: one reading, 16 bytes, mapped", measure::one_reading,
                          [](plain_window& window, std::uint64_t& x, std::int64_t i) {
                            window.put(ticks(), i);
                            x = work(x);
                          }),
  };
  for (bool const is_ring : {false, true})
    for (int const threads : {1, 2, 4}) {
      cases.push_back(
          recorded("region pair", measure::two_readings, threads, is_ring, &region_pair));
      cases.push_back(
          recorded("integer data", measure::one_reading, threads, is_ring, &integer_data));
      cases.push_back(
          recorded("task, begin and end", measure::two_readings, threads, is_ring, &task_pair));
      cases.push_back(
          recorded("task, run and pause", measure::two_readings, threads, is_ring, &task_switch));
    }
  for (test_case& peer : peers()) cases.push_back(std::move(peer));
  return cases;
}

void measure_in(std::string const& directory, std::int64_t events) {
  constexpr int rounds = 5;
  std::string const file = directory + "/recorder_bench.recording";
  auto const cases = all_cases();
  std::vector<cost> best(cases.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < cases.size(); ++i) {
      cost const found = cases[i].run(file, events);
      if (round == 0 || found.cpu < best[i].cpu) best[i] = found;
    }
  auto const each = static_cast<double>(events);
  cost const& idle = best[0];
  double const one_reading = best[1].cpu - idle.cpu;
  double const two_readings = best[2].cpu - idle.cpu;
  std::printf("\n%lld events, file in %s; the empty loop took %.1f ns\n\n",
              static_cast<long long>(events), directory.c_str(), idle.cpu / each);
  std::printf("| %-42s |  loop |  wall |   CPU | bytes | CPU / readings |\n", "ns per event");
  std::printf("|---|---|---|---|---|---|\n");
  for (std::size_t i = 1; i < cases.size(); ++i) {
    double const readings = cases[i].limit == measure::two_readings ? two_readings : one_reading;
    std::printf("| %-42s | %5.1f | %5.1f | %5.1f | %5.1f | %14.2f |\n", cases[i].name.c_str(),
                (best[i].loop - idle.loop) / each, (best[i].wall - idle.wall) / each,
                (best[i].cpu - idle.cpu) / each, best[i].bytes / each,
                (best[i].cpu - idle.cpu) / readings);
  }
}

}}  // namespace recorder_bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // or each child would print it again
  std::int64_t const events = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
  if (events <= 0) {
    std::fprintf(stderr, "usage: %s [EVENTS [DIRECTORY...]]\n", argv[0]);
    return 2;
  }
  if (argc < 3) recorder_bench::measure_in(".", events);
  for (int i = 2; i < argc; ++i) recorder_bench::measure_in(argv[i], events);
}
