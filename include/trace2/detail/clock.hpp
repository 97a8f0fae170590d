// Time as the writer reads it: one reading of the monotonic clock per event, from which the wall
// clock is derived, so that all targets agree and their stamps never run backwards against the
// durations.
#pragma once

#include <trace2/detail/atomic.hpp>

#include <cstdint>
#include <ctime>

namespace trace2::inline v0::detail {

/// Where time comes from; a test puts its own in place (testing::fake_clock).
struct clock_source {
  virtual std::int64_t monotonic_nanoseconds() noexcept = 0;
  virtual std::int64_t wall_nanoseconds() noexcept = 0;

 protected:
  ~clock_source() = default;
};

/// Threads: all functions may be called from any thread and from a signal handler.
class clock {
 public:
  static void replace(clock_source* source) noexcept {
    replacement_.store_release(source);
    last_look_.store_relaxed(0);
  }

  static std::int64_t monotonic() noexcept {
    if (clock_source* const source = replacement_.load_relaxed(); source != nullptr) [[unlikely]]
      return source->monotonic_nanoseconds();
    return read(CLOCK_MONOTONIC);
  }

  /// Microseconds since the epoch at a moment that `monotonic` has just returned.
  static std::int64_t wall_microseconds(std::int64_t monotonic_now) noexcept {
    // Both clocks tick at one rate, but the wall clock is set now and then.
    std::int64_t const looked = last_look_.load_relaxed();
    if (looked == 0 || monotonic_now - looked > nanoseconds_per_second) look(monotonic_now);
    return (monotonic_now + difference_.load_relaxed()) / 1000;
  }

  static constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

 private:
  static std::int64_t read(clockid_t id) noexcept {
    timespec now{};
    ::clock_gettime(id, &now);
    return now.tv_sec * nanoseconds_per_second + now.tv_nsec;
  }

  static std::int64_t wall() noexcept {
    if (clock_source* const source = replacement_.load_acquire(); source != nullptr)
      return source->wall_nanoseconds();
    return read(CLOCK_REALTIME);
  }

  [[gnu::noinline]] static void look(std::int64_t monotonic_now) noexcept {
    difference_.store_relaxed(wall() - monotonic());
    last_look_.store_relaxed(monotonic_now);
  }

  static inline constinit atomic<clock_source*> replacement_{nullptr};
  static inline constinit atomic<std::int64_t> difference_{0};
  static inline constinit atomic<std::int64_t> last_look_{0};
};

}  // namespace trace2::inline v0::detail
