// Times in tests, by their nanoseconds.
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>

constexpr trace2::read::nanoseconds ns(std::int64_t count) noexcept {
  return trace2::read::nanoseconds{count};
}

/// So many after the epoch.
constexpr trace2::read::moment moment_ns(std::int64_t count) noexcept {
  return trace2::read::moment{ns(count)};
}
