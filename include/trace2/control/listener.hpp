// The socket of this process in the directory of its user.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/directory.hpp>
#include <trace2/control/system.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <sys/un.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised, and never destroyed. Threads: one at a time; `leave_to_parent` is
/// async-signal-safe.
class control_listener {
 public:
  constexpr control_listener() noexcept = default;

  /// Listens in the first directory where that works; 0 or the negated errno value.
  ///
  /// The name is the process's number and a suffix that no other socket has, because processes of
  /// different namespaces may have the same number. The socket listens before it gets the name: one
  /// that refuses connections is always stale.
  [[gnu::cold]] int open() noexcept {
    buffer own;
    bool const is_usable = control_directory::name(0, own) && own.size() < room;
    std::memcpy(runtime_, is_usable ? own.data() : "", is_usable ? own.size() + 1 : 1);
    return open_again();
  }
  /// The same without a look at the environment, which the program may be changing by now.
  [[gnu::cold]] int open_again() noexcept {
    close();
    int result = -ENOENT;
    for (int i = 0; i < control_directory::count; ++i) {
      buffer directory;
      if (i == 0)
        directory.append(std::string_view{runtime_});
      else
        control_directory::name(i, directory);
      if (directory.view().empty() || directory.c_str() == nullptr) continue;
      result = control_directory::make(directory.c_str());
      if (result == 0) result = open_in(directory.view());
      if (result == 0) return sweep(directory), 0;
    }
    return result;
  }

  /// Waits for a connection; its descriptor, or the negated errno value.
  int accept() const noexcept { return control_system::accept(fd_); }

  /// True if connections arrive: the program has not closed the descriptor.
  bool is_open() const noexcept { return fd_ >= 0 && opened_.find_change(fd_) == 0; }
  int fd() const noexcept { return fd_; }
  /// The path of the socket; empty when there is none.
  char const* path() const noexcept { return path_; }

  /// Stops listening, and removes the name.
  [[gnu::cold]] void close() noexcept {
    remove_name();
    leave_to_parent();
  }
  /// Only removes the name.
  [[gnu::cold]] void remove_name() noexcept {
    if (path_[0] != '\0' && control_system::getpid() == process_) control_system::unlink(path_);
    path_[0] = '\0';
  }

  /// In the child of a fork: the socket is the parent's, which would seem to live on.
  void leave_to_parent() noexcept {
    if (is_open()) control_system::close(fd_);
    fd_ = -1;
    path_[0] = '\0';
  }

 private:
  static constexpr std::size_t room = sizeof(sockaddr_un::sun_path);
  static constexpr int backlog = 16;

  [[gnu::cold]] int open_in(std::string_view directory) noexcept {
    constexpr int most_attempts = 100;
    int result = -EEXIST;
    for (int i = 0; i < most_attempts && (result == -EEXIST || result == -EADDRINUSE); ++i)
      result = open_as(directory, suffix(i));
    return result;
  }

  [[gnu::cold]] int open_as(std::string_view directory, std::uint32_t suffix) noexcept {
    buffer hidden;
    buffer shown;
    for (buffer* const path : {&hidden, &shown}) {
      path->append(directory);
      path->append(path == &hidden ? "/." : "/");
      path->append_decimal(control_system::getpid());
      path->append('.');
      append_hexadecimal(*path, suffix, 8);
    }
    if (hidden.c_str() == nullptr || shown.c_str() == nullptr) return -ENOMEM;
    if (hidden.size() >= room) return -ENAMETOOLONG;
    file_status taken;
    if (control_system::link_status(shown.data(), taken) == 0) return -EEXIST;
    int const fd = move_away<control_system>(control_system::listen_local(hidden.view(), backlog));
    if (fd < 0) return fd;
    if (int const result = control_system::rename(hidden.data(), shown.data()); result < 0) {
      control_system::unlink(hidden.data());
      control_system::close(fd);
      return result;
    }
    fd_ = fd;
    opened_.remember(fd);
    process_ = control_system::getpid();
    std::memcpy(path_, shown.data(), shown.size() + 1);
    return 0;
  }

  /// Differs in time, and between processes that are started at the same moment.
  static std::uint32_t suffix(int attempt) noexcept {
    static constinit char place = 0;
    auto const now = static_cast<std::uint64_t>(control_system::monotonic_nanoseconds());
    auto const here = std::uint64_t{reinterpret_cast<std::uintptr_t>(&place)};
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    return static_cast<std::uint32_t>(
        ((now ^ here << 20) + static_cast<std::uint64_t>(attempt)) * odd >> 32);
  }

  /// Removes some sockets that ended processes have left.
  [[gnu::cold]] void sweep(buffer& directory) const noexcept {
    constexpr int most = 32;  // of each kind
    int rounds_left = most;
    std::size_t const size = directory.size();
    auto const remove = [&](std::string_view name) {
      directory.truncate(size);
      directory.append('/');
      directory.append(name);
      if (directory.c_str() != nullptr && directory.view() != std::string_view{path_})
        control_directory::remove_stale(directory.data());
      return --rounds_left > 0;
    };
    directory.c_str();
    control_directory::for_each_name(directory.data(), remove);
    rounds_left = most;
    directory.truncate(size);
    directory.c_str();
    control_directory::for_each_hidden_name(directory.data(), remove);
  }

  int fd_ = -1;
  int process_ = 0;
  file_identity<control_system> opened_;
  char path_[room] = {};
  char runtime_[room] = {};  ///< the directory that the environment names; empty if there is none
};

}}}  // namespace trace2::v0::detail
