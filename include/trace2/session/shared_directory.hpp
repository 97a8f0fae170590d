// Directories such as /tmp, where everybody may create names and nobody may remove those of others.
// Another user can put a link there under the name of a trace, and so let the program append to any
// file of its own user.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace trace2 { inline namespace v0 {

/// The directory that holds the last name of a path. Trusts what this user or the owner of the
/// directory has put there. Looks at the last name alone: the system protects those before it.
/// Threads: one at a time. Errors: a directory that can't be looked at counts as nobody else's.
class shared_directory {
 public:
  [[gnu::cold]] explicit shared_directory(std::string_view path) noexcept {
    constexpr mode_t shared = S_ISVTX | S_IWOTH;
    // With a slash behind it, the name of a link means the directory that it leads to.
    while (path.size() > 1 && detail::paths::ends_with_separator(path)) path.remove_suffix(1);
    last_name_.append(path);
    buffer parent;
    parent.append(path.substr(0, path.find_last_of(detail::paths::separators) + 1));
    char const* const name = parent.c_str();
    struct ::stat status;
    if (name == nullptr || detail::posix::stat(name, status) != 0) return;
    is_shared_ = (status.st_mode & shared) == shared;
    owner_ = status.st_uid;
  }

  /// Whether a file, directory or link of another user has the name.
  [[gnu::cold]] bool holds_strangers() noexcept {
    struct ::stat status;
    char const* const path = last_name_.c_str();
    return is_shared_ && path != nullptr && detail::posix::lstat(path, status) == 0 &&
           is_strangers(status.st_uid);
  }

  /// Opens the file for appending, or creates it, as `open_file`. -EACCES or -ELOOP if another user
  /// has put one there since. `path` is that of the constructor.
  template <class System = detail::sink_system>
  [[gnu::cold]] owned_descriptor open(char const* path) const noexcept {
    return open<System>(path,
                        [path](int further) { return detail::open_file<System>(path, further); });
  }
  /// The same for `opener(further)`, which opens the file with further flags of open(2).
  template <class System = detail::sink_system, class Open>
  [[gnu::cold]] owned_descriptor open(char const* path, Open const& opener) const noexcept {
    struct ::stat status;
    // Nobody else can remove a link that is trusted.
    bool const is_trusted_link = detail::posix::lstat(path, status) == 0 &&
                                 S_ISLNK(status.st_mode) && !is_strangers(status.st_uid);
    if (!is_shared_ || is_trusted_link) return opener(0);
    owned_descriptor const opened = opener(O_NOFOLLOW);
    if (opened.value < 0 || System::fstat(opened.value, status) != 0 ||
        !is_strangers(status.st_uid))
      return opened;
    System::close(opened.value);
    return {-EACCES};
  }

 private:
  bool is_strangers(uid_t owner) const noexcept {
    return owner != owner_ && owner != detail::posix::geteuid();
  }

  buffer last_name_;
  bool is_shared_ = false;
  uid_t owner_ = 0;
};

}}  // namespace trace2::v0
