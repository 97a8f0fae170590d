// How much of a processor something takes. Unlike the time of day, the time of a processor doesn't
// pass while other work of the machine has it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <time.h>

namespace support {

/// Nanoseconds for which the calling thread has run.
inline std::int64_t processor_time() {
  ::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

/// True if `action(size)` takes time in proportion to the size, rather than to its square. A square
/// would make it 64 times the time for 8 times the size; a busy machine may make it 20 once, not
/// always.
bool takes_linear_time(std::size_t size, auto const& action) {
  constexpr std::size_t factor = 8;
#if defined(_WIN32)
  // The time of a thread grows in steps of milliseconds there.
  return action(factor * size), true;
#endif
  auto const least_time = [&action](std::size_t wanted) {
    std::int64_t least = INT64_MAX;
    for (int trial = 0; trial < 3; ++trial) {
      std::int64_t const begin = processor_time();
      action(wanted);
      least = std::min(least, processor_time() - begin);
    }
    return least;
  };
  for (int trial = 0; trial < 10; ++trial)
    if (least_time(factor * size) < 3 * static_cast<std::int64_t>(factor) * least_time(size))
      return true;
  return false;
}

}  // namespace support
