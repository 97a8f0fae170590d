// How files are opened, and their status.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

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

/// Which file it is, among all that the system has at the same time.
struct file_number {
  dev_t device = 0;
  ino_t inode = 0;
  friend auto operator<=>(file_number const&, file_number const&) = default;
};

/// The status of a file; of none, if it was initialised with braces.
class file_status {
 public:
  file_status() = default;
  explicit file_status(struct ::stat const& status) noexcept : status_{status} {}

  bool is_regular() const noexcept { return S_ISREG(status_.st_mode); }
  bool is_directory() const noexcept { return S_ISDIR(status_.st_mode); }
  bool is_link() const noexcept { return S_ISLNK(status_.st_mode); }
  bool is_pipe() const noexcept { return S_ISFIFO(status_.st_mode); }
  bool is_socket() const noexcept { return S_ISSOCK(status_.st_mode); }
  bool is_character_device() const noexcept { return S_ISCHR(status_.st_mode); }

  std::uint64_t size() const noexcept { return static_cast<std::uint64_t>(status_.st_size); }

  /// The moment at which the contents changed last, in microseconds since the epoch.
  std::int64_t changed_at() const noexcept {
#if defined(__APPLE__)
    ::timespec const& changed = status_.st_mtimespec;
#else
    ::timespec const& changed = status_.st_mtim;
#endif
    return changed.tv_sec * std::int64_t{1'000'000} + changed.tv_nsec / 1'000;
  }

  file_number number() const noexcept { return {status_.st_dev, status_.st_ino}; }
  unsigned owner() const noexcept { return status_.st_uid; }
  std::uint64_t links() const noexcept { return status_.st_nlink; }

  /// The twelve bits of chmod(2).
  unsigned permissions() const noexcept { return status_.st_mode & 07777; }

 private:
  friend struct system_calls;

  struct ::stat status_;
};

}}}  // namespace trace2::v0::detail
