// The descriptors that the library opens for itself, and the identity of the file that a descriptor
// names. A program may close numbers that it doesn't know, as daemons do, and open files of its own
// in their place: the library must not trace into these files, nor close them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/sink_system.hpp>

#include <cerrno>
#include <climits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The flag that marks the library's own files. The flag has no effect on a file, so no program
/// sets it, but the system remembers it.
#if TRACE2_DETAIL_HAS_LINUX
inline constexpr open_mode own_mark = open_mode::marked;
#else
inline constexpr open_mode own_mark{};
#endif

/// Number of descriptors that the library has opened so far. A new one may have the number of an
/// older one.
inline constinit atomic<unsigned> opened_descriptors{0};

/// Moves a descriptor that was just opened out of the program's way; returns a negative one as it
/// is.
///
/// The new number is never 0, 1 or 2 (R-DST-09), and high if possible: the program then gets the
/// numbers that it would get without tracing. When the program closes numbers that it doesn't know,
/// the files that it opens next seldom get one of them.
template <class System = sink_system>
int move_away(int fd) noexcept {
  constexpr int usual = 960;  // below 1024, the usual limit
  constexpr int reserve = 64;
  constexpr int least = 3;
  if (fd < 0) return fd;
  opened_descriptors.fetch_add(1);
  int const highest = System::descriptor_limit() - reserve;
  int const preferred = highest < usual ? highest : usual;
  int moved = preferred < least ? -1 : System::duplicate(fd, preferred);
  if (moved < 0) {
    if (fd >= least) return fd;
    moved = System::duplicate(fd, least);
  }
  System::close(fd);
  return moved;
}

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
  [[gnu::noinline]] int find_change(int fd) const noexcept {
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
