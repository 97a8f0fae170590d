// Moments in UTC, as EVENT lines have them.
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>
#include <string>

namespace trace2::program {

/// "2000-01-31T12:34:56.000000Z". Parts of a microsecond are cut.
std::string utc_text(read::moment at);

}  // namespace trace2::program
