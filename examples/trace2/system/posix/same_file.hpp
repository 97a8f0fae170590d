// Whether two names or descriptors lead to one file.
#pragma once

#include <sys/stat.h>

namespace trace2::program {

/// True if both are what stat(2), or one of its kind, has said of the same file.
inline bool is_same_file(struct ::stat const& one, struct ::stat const& other) noexcept {
  return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

}  // namespace trace2::program
