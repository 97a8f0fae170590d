// The times of files, whose names differ among systems.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <sys/stat.h>
#include <time.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The moment at which the contents of a file changed last, in microseconds since the epoch.
inline std::int64_t changed_at(struct ::stat const& status) noexcept {
#if defined(__APPLE__)
  ::timespec const& changed = status.st_mtimespec;
#else
  ::timespec const& changed = status.st_mtim;
#endif
  return changed.tv_sec * std::int64_t{1'000'000} + changed.tv_nsec / 1'000;
}

}}}  // namespace trace2::v0::detail
