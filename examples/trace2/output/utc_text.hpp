// Moments in UTC, as EVENT lines have them.
#pragma once

#include <cstdint>
#include <string>

namespace trace2::program {

/// "2000-01-31T12:34:56.000000Z", for nanoseconds since the epoch. Parts of a microsecond are cut.
std::string utc_text(std::int64_t nanoseconds);

}  // namespace trace2::program
