// Directories such as /tmp, where everybody may create names and nobody may remove those of others.
// Another user can put a link there under the name of a trace, and so let the program append to any
// file of its own user.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/sink/file.hpp>

#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The directory that holds the last name of a path. Trusts what this user or the owner of the
/// directory has put there. Looks at the last name alone: the system protects those before it.
class shared_directory {
 public:
  [[gnu::cold]] explicit shared_directory(std::string_view path) noexcept {
    constexpr mode_t shared = S_ISVTX | S_IWOTH;
    // With a slash behind it, the name of a link means the directory that it leads to.
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    last_name_.append(path);
    buffer parent;
    parent.append(path.substr(0, path.rfind('/') + 1));
    char const* const name = parent.c_str();
    struct ::stat status;
    if (name == nullptr || posix::stat(name, status) != 0) return;
    is_shared_ = (status.st_mode & shared) == shared;
    owner_ = status.st_uid;
  }

  /// Whether a file, directory or link of another user has the name.
  [[gnu::cold]] bool holds_strangers() noexcept {
    struct ::stat status;
    char const* const path = last_name_.c_str();
    return is_shared_ && path != nullptr && posix::lstat(path, status) == 0 &&
           is_strangers(status.st_uid);
  }

  /// Opens the file for appending, or creates it, as `open_file`. -EACCES or -ELOOP if another user
  /// has put one there since. `path` is that of the constructor.
  template <class System>
  [[gnu::cold]] owned_descriptor open(char const* path) const noexcept {
    struct ::stat status;
    // Nobody else can remove a link that is trusted.
    bool const is_trusted_link =
        posix::lstat(path, status) == 0 && S_ISLNK(status.st_mode) && !is_strangers(status.st_uid);
    if (!is_shared_ || is_trusted_link) return open_file<System>(path);
    owned_descriptor const opened = open_file<System>(path, O_NOFOLLOW);
    if (opened.value < 0 || System::fstat(opened.value, status) != 0 ||
        !is_strangers(status.st_uid))
      return opened;
    System::close(opened.value);
    return {-EACCES};
  }

 private:
  bool is_strangers(uid_t owner) const noexcept {
    return owner != owner_ && owner != posix::geteuid();
  }

  buffer last_name_;
  bool is_shared_ = false;
  uid_t owner_ = 0;
};

}}}  // namespace trace2::v0::detail
