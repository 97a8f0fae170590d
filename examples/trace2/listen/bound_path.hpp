// The path of a socket, which one listener has at a time. No path is taken from a living one.
#pragma once

#include <string>
#include <utility>

#include "system/owned_descriptor.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace trace2::program::listening {

sockaddr_un socket_address(std::string const& path) noexcept;

/// Binds a socket to a path, with mode 0600 from the first moment on, and removes the path at the
/// end if it still is that of the socket.
///
/// Listeners of this program exclude each other by a lock on a file beside the path. A listener
/// without such a lock is found by connecting to it. A socket to which nobody listens is moved
/// aside, looked at once more, and only then removed: what another program binds in the meantime
/// gets its name back.
class bound_path {
 public:
  explicit bound_path(std::string path) : path_{std::move(path)}, lock_path_{path_ + ".lock"} {}
  bound_path(bound_path const&) = delete;
  bound_path& operator=(bound_path const&) = delete;
  ~bound_path();

  /// Empty, or the reason why the path can't be had.
  std::string bind(int socket);

 private:
  /// The holder removes the file at its end, so that the one that was opened may no longer be the
  /// one with the name.
  std::string lock();

  /// True if somebody listens at a path. A queue that is full is somebody's.
  static bool is_alive(std::string const& path) noexcept;

  std::string clear_away() const;

  std::string path_;
  std::string lock_path_;
  owned_descriptor lock_;
  bool is_bound_ = false;
  struct ::stat bound_{};
};

}  // namespace trace2::program::listening
