// Threads start, trace and end while targets fail and while the process exits: chaos SEED. Meant
// for a build with ThreadSanitizer, and right when nothing is found and the sinks got whole lines
// only.
#include <trace2/trace2.hpp>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

trace2::counter const counted{"chaos", "counted", trace2::sum_scope::per_thread};
trace2::timer const timed{"chaos", "timed", trace2::sum_scope::per_thread};

/// Takes lines, drops lines, and after a while fails for good, all by chance.
class moody_sink final : public trace2::sink {
 public:
  explicit moody_sink(std::uint32_t seed) noexcept : state_{seed} {}

  void write(std::string_view lines) noexcept override {
    if (lines.empty() || lines.back() != '\n') is_torn.store(true);
    std::uint32_t const dice = state_.fetch_add(0x9e3779b9U) * 2654435761U >> 16;
    if (dice % 5 == 0) dropped_.fetch_add(1);
    if (dice % 4096 == 0) error_.store(EIO);
  }
  int error() const noexcept override { return error_.load(); }
  std::uint64_t dropped() const noexcept override { return dropped_.load(); }

  static inline std::atomic<bool> is_torn{false};

 private:
  std::atomic<std::uint32_t> state_;
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<int> error_{0};
};

void trace_some(unsigned amount) {
  TRACE2_THREAD("brief");
  for (unsigned i = 0; i < amount; ++i) {
    TRACE2_REGION_F("chaos", "region", "%u of %u", i, amount);
    TRACE2_TIMER(timed);
    counted.add();
    trace2::data("chaos", "number", i);
    TRACE2_ERROR("https://user:password@host/%u", i);
    trace2::child const child{{.argv = {"child", "--token=secret"}}};
    child.exited_with(1, 0);
  }
}

/// Threads that start threads, for ever.
[[noreturn]] void start_threads(unsigned seed) {
  for (unsigned i = seed;; ++i) {
    std::thread first{trace_some, i % 7};
    // One without hello and goodbye.
    std::thread second{[] {
      counted.add();
      trace2::print("silent");
    }};
    first.join();
    second.join();
  }
}

}  // namespace

int main(int argc, char** argv) {
  auto const seed = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 1);
  // Sinks live as long as the process traces.
  static auto* const event = new moody_sink{seed};
  static auto* const perf = new moody_sink{seed + 1};
  trace2::tracer::attach<trace2::format::json>(*event);
  trace2::tracer::attach<trace2::format::perf>(*perf);
  std::atexit([] {
    if (moody_sink::is_torn.load()) std::_Exit(9);
  });
  trace2::session const trace{argc, argv};
  for (unsigned i = 0; i < 3; ++i) std::thread{start_threads, seed + i}.detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(5 + seed % 20));
  switch (seed % 4) {
    case 0:
      return trace.exit(0);
    case 1:
      std::thread{[] { std::exit(0); }}.join();
      return 1;
    case 2:
      std::quick_exit(0);
    default:
      trace.end();
      trace_some(3);
      return 0;
  }
}
