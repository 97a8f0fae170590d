// Where the sockets of running programs are: a directory of their user, whom nobody else can
// imitate there.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/system.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <string_view>

#include <dirent.h>
#include <time.h>

namespace trace2 { inline namespace v0 {

/// The directories in which a user's programs may listen: $XDG_RUNTIME_DIR/trace2, or else
/// /tmp/trace2-UID. A program takes the first that it can use; who looks for programs looks into
/// all. Threads: any, unless one changes the environment.
class control_directory {
 public:
  static constexpr int count = 2;

  /// Writes the path of a directory; false when there is none of this number.
  [[gnu::cold]] static bool name(int which, buffer& path) noexcept {
    path.clear();
    if (which == 0) {
      std::string_view const own = detail::get_variable("XDG_RUNTIME_DIR");
      if (!own.starts_with('/')) return false;
      path.append(own);
      path.append("/trace2");
    } else {
      path.append("/tmp/trace2-");
      path.append_decimal(control_system::geteuid());
    }
    return path.c_str() != nullptr;
  }

  /// True if the path is a directory, and no link to one, that only this user may enter.
  [[gnu::cold]] static bool is_own(char const* path) noexcept {
    detail::file_status status;
    return control_system::link_status(path, status) == 0 && status.is_directory() &&
           status.owner() == control_system::geteuid() &&
           (status.permissions() & 077) == 0;
  }

  /// Makes the directory unless it is there; 0 or the negated errno value. In the directory above,
  /// nobody else may put another one in its place: that of another user is in the environment of a
  /// program that one becomes root for.
  [[gnu::cold]] static int make(char const* path) noexcept {
    if (!is_lasting_in(path)) return -EACCES;
    int const error = control_system::make_directory(path);
    if (error < 0 && error != -EEXIST) return error;
    return is_own(path) ? 0 : -EACCES;
  }

  /// The socket at the path is nobody's any more: removes it. False if a process listens there, or
  /// may be about to, or if it is not this user's.
  [[gnu::cold]] static bool remove_stale(char const* path) noexcept {
    detail::file_status status;
    if (control_system::link_status(path, status) < 0 || !status.is_socket() ||
        status.owner() != control_system::geteuid())
      return false;
    // A socket without its name belongs to a process that is about to listen, or that died before
    // it did.
    constexpr time_t enough = 60;  // seconds
    std::string_view const whole{path};
    if (whole.substr(whole.rfind('/') + 1).starts_with('.') &&
        status.changed_at() / 1'000'000 + enough > ::time(nullptr))
      return false;
    constexpr int wait = 1;  // milliseconds
    int const fd = control_system::connect_local(path, SOCK_STREAM, wait);
    if (fd >= 0) control_system::close(fd);
    // No name is used twice: what listens nowhere now never will again.
    return fd == -ECONNREFUSED && control_system::unlink(path) == 0;
  }

  /// Calls `use(name)` for the names in a directory until it returns false.
  [[gnu::cold]] static void for_each_name(char const* path, auto const& use) noexcept {
    for_each_entry(path, [&](char const* name) { return name[0] == '.' || use(name); });
  }
  /// The same for names that begin with a dot: of sockets that don't listen yet, of those to which
  /// programs send lines, and of whatever else is there.
  [[gnu::cold]] static void for_each_hidden_name(char const* path, auto const& use) noexcept {
    for_each_entry(path, [&](char const* name) { return name[0] != '.' || use(name); });
  }

 private:
  static void for_each_entry(char const* path, auto const& use) noexcept {
    DIR* const opened = ::opendir(path);
    if (opened == nullptr) return;
    for (bool goes_on = true; goes_on;) {
      dirent const* const entry = ::readdir(opened);
      goes_on = entry != nullptr && use(entry->d_name);
    }
    ::closedir(opened);
  }

  /// True if only this user and root may rename what is at the path.
  [[gnu::cold]] static bool is_lasting_in(std::string_view path) noexcept {
    constexpr unsigned root = 0;
    buffer above;
    above.append(path.substr(0, path.rfind('/')));
    above.append('/');
    detail::file_status status;
    if (above.c_str() == nullptr || control_system::status(above.data(), status) < 0) return false;
    bool const is_shared = (status.permissions() & 022) != 0;
    return (status.owner() == control_system::geteuid() || status.owner() == root) &&
           (!is_shared || (status.permissions() & 01000) != 0);
  }
};

}}  // namespace trace2::v0
