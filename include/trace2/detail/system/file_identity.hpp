// The identity of the file that a descriptor names. A program may close numbers that it doesn't
// know, as daemons do, and open files of its own in their place. The library must not trace into
// these files, nor close them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/file_status.hpp>
#include <trace2/detail/system/open_mode.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/sink_system.hpp>

#include <cerrno>
#include <climits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The file that a descriptor named when `remember` was called. Threads: any, after `remember`.
template <class System = sink_system>
class file_identity {
 public:
  /// Remembers the file that the number names now, and tells its status; 0 or the errno value.
  int remember(int fd, file_status& status) noexcept {
    seen_.store_relaxed(opened_descriptors.load_relaxed());
    int const flags = System::open_flags(fd);
    flags_ = flags > 0 && (flags & static_cast<int>(own_mark)) != 0 ? flags : unmarked;
    if (int const result = System::status(fd, status); result < 0) return -result;
    number_ = status.number();
    return 0;
  }
  int remember(int fd) noexcept {
    file_status status;
    return remember(fd, status);
  }

  /// The errno value that says why the number doesn't name that file any more; 0 if it does. Cost:
  /// an fstat(2).
  int find_change(int fd) const noexcept {
    file_status now;
    if (int const result = System::status(fd, now); result < 0) return -result;
    return now.number() == number_ ? 0 : System::other_file;
  }

  /// Like `find_change` at half the cost, for a file that was opened with `own_mark`: as long as
  /// the number has the mark, only another descriptor of the library can have taken the file's
  /// place.
  int find_change_of_own(int fd) noexcept {
    unsigned const opened = opened_descriptors.load_relaxed();
    if (System::open_flags(fd) == flags_ && opened == seen_.load_relaxed()) [[likely]]
      return 0;
    int const change = find_change(fd);
    if (change == 0) seen_.store_relaxed(opened);
    return change;
  }

 private:
  static constexpr int unmarked = INT_MIN;

  file_number number_{};
  int flags_ = unmarked;
  atomic<unsigned> seen_{0};  ///< value of `opened_descriptors` at the latest comparison
};

}}}  // namespace trace2::v0::detail
