// How a file is opened.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 { namespace detail {

/// How to open a file. Children don't inherit it.
enum class open_mode : int {
  read = 1,
  append = 2,  ///< each write goes to the end, also of several processes (NTFS)
  read_and_write = 3,
  or_create = 4,         ///< a file that doesn't exist
  only_create = 8,       ///< -EEXIST if it exists
  no_link = 16,          ///< the link itself, if the name is a symbolic link's
  without_waiting = 32,  ///< without effect
  marked = 64,           ///< without effect
};

}}}  // namespace trace2::v0::detail
