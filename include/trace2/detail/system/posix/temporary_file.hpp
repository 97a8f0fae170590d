// A file without a name.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/system_calls.hpp>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include <fcntl.h>
#include <stdlib.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Makes an empty file of this user alone in a directory, to be read and written, that is gone when
/// it is closed. Returns its descriptor or the negated errno value.
inline int create_temporary(char const* directory) noexcept {
  std::string_view const within{directory};
  constexpr std::string_view name{"/trace2.XXXXXX\0", 15};
  char path[longest_path];
  if (within.size() + name.size() > sizeof path) return -ENAMETOOLONG;
  std::size_t const size = within.copy(path, within.size());
  name.copy(path + size, name.size());
  int const fd = ::mkostemp(path, O_CLOEXEC);
  if (fd < 0) return -errno;
  ::unlink(path);
  return fd;
}

}}}  // namespace trace2::v0::detail
