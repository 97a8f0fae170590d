// Whether two names or descriptors lead to one file.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/stat.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Whether the system has said both of the same file.
inline bool is_same_file(struct ::stat const& one, struct ::stat const& other) noexcept {
  return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

}}}  // namespace trace2::v0::detail
