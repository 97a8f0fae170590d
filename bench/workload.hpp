// The workload of the benchmarks: an instrumented loop, files for lines, and sessions that begin
// and end within one process.
#pragma once

#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

namespace workload {

/// A step of work that the compiler can't leave out, of some 2 ns.
inline std::uint64_t step(std::uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  benchmark::DoNotOptimize(x);
  return x;
}

/// Repeats a step of work and an operation on its result.
void loop(benchmark::State& state, auto const& operation) {
  std::uint64_t x = 88172645463325252u;
  for ([[maybe_unused]] auto _ : state) {
    x = step(x);
    operation(static_cast<std::int64_t>(x & 0xffff));
  }
}

/// An empty file during a benchmark, in the directory that TRACE2_BENCH_DIR names, else in
/// /dev/shm.
class file {
 public:
  file()
      : path_{directory() + "/trace2-bench"},
        fd_{::open(path(), O_WRONLY | O_APPEND | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)} {}
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() {
    ::close(fd_);
    ::unlink(path());
  }

  char const* path() const { return path_.c_str(); }
  int fd() const { return fd_; }

 private:
  static std::string directory() {
    char const* const chosen = std::getenv("TRACE2_BENCH_DIR");
    return chosen == nullptr ? "/dev/shm" : chosen;
  }

  std::string path_;
  int fd_;
};

/// A session during a benchmark, with the targets that were attached before.
class session {
 public:
  session() : session_{1, arguments, {.ancestry = false, .exports = false}} {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  ~session() { session_.end(); }

 private:
  static constexpr char const* arguments[] = {"bench", nullptr};
  trace2::session session_;
};

}  // namespace workload
