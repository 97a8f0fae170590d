// Directories such as /tmp, where everybody may create names and nobody may remove those of others.
// Another user can put a link there under the name of a trace, and so let the program append to any
// file of its own user.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The directory that holds the last name of a path. Trusts what this user or the owner of the
/// directory has put there. Looks at the last name alone: the system protects those before it.
/// Threads: one at a time. Errors: a directory that can't be looked at counts as nobody else's.
class shared_directory {
 public:
  [[gnu::cold]] explicit shared_directory(std::string_view path) noexcept {
    constexpr unsigned shared = 01002;  // sticky, and open to all
    // With a slash behind it, the name of a link means the directory that it leads to.
    while (path.size() > 1 && detail::paths::ends_with_separator(path)) path.remove_suffix(1);
    last_name_.append(path);
    buffer parent;
    parent.append(path.substr(0, path.find_last_of(detail::paths::separators) + 1));
    char const* const name = parent.c_str();
    detail::file_status status;
    if (name == nullptr || detail::system_calls::status(name, status) != 0) return;
    is_shared_ = (status.permissions() & shared) == shared;
    owner_ = status.owner();
  }

  /// True if a file, directory or link of another user has the name.
  [[gnu::cold]] bool holds_strangers() noexcept {
    detail::file_status status;
    char const* const path = last_name_.c_str();
    return is_shared_ && path != nullptr && detail::system_calls::link_status(path, status) == 0 &&
           is_strangers(status.owner());
  }

  /// Opens the file for appending, or creates it, as `open_file`. -EACCES or -ELOOP if another user
  /// has put one there since. `path` is that of the constructor.
  template <class System = detail::sink_system>
  [[gnu::cold]] owned_descriptor open(char const* path) const noexcept {
    return open<System>(path, [path](bool follows_link) {
      return detail::open_file<System>(
          path, follows_link ? detail::open_mode{} : detail::open_mode::no_link);
    });
  }
  /// The same for `opener(follows_link)`, which opens the file, -ELOOP if the path is that of a
  /// symbolic link that it may not follow.
  template <class System = detail::sink_system, class Open>
  [[gnu::cold]] owned_descriptor open(char const* path, Open const& opener) const noexcept {
    detail::file_status status;
    // Nobody else can remove a link that is trusted.
    bool const is_trusted_link = detail::system_calls::link_status(path, status) == 0 &&
                                 status.is_link() && !is_strangers(status.owner());
    if (!is_shared_ || is_trusted_link) return opener(true);
    owned_descriptor const opened = opener(false);
    if (opened.value < 0 || System::status(opened.value, status) != 0 ||
        !is_strangers(status.owner()))
      return opened;
    System::close(opened.value);
    return {-EACCES};
  }

 private:
  bool is_strangers(unsigned owner) const noexcept {
    return owner != owner_ && owner != detail::system_calls::geteuid();
  }

  buffer last_name_;
  bool is_shared_ = false;
  unsigned owner_ = 0;
};

}}  // namespace trace2::v0
