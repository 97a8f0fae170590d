// The real system, but for its clock.
#pragma once

#include <trace2/detail/system/sink_system.hpp>

#include <cstdint>

namespace support {

/// All calls take no time, however busy the machine is. A sink that sees a write fail slowly waits
/// before it tries again; this one tries each time.
struct timeless_system : trace2::detail::sink_system {
  static std::int64_t monotonic_nanoseconds() noexcept { return 0; }
};

}  // namespace support
