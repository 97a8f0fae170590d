// How a file is opened.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// How to open a file. Children don't inherit it, and a terminal doesn't become the controlling
/// one.
enum class open_mode : int {
  read = O_RDONLY | O_CLOEXEC | O_NOCTTY,
  append = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY,
  read_and_write = O_RDWR | O_CLOEXEC | O_NOCTTY,
  or_create = O_CREAT,              ///< a file that doesn't exist
  only_create = O_CREAT | O_EXCL,   ///< -EEXIST if it exists
  no_link = O_NOFOLLOW,             ///< -ELOOP if the name is a symbolic link's
  without_waiting = O_NONBLOCK,     ///< neither the opening nor a later call waits
  marked = O_ASYNC,                 ///< without effect on files, pipes and terminals
};

}}}  // namespace trace2::v0::detail
