// A connection of a client to the control of this process: bounded in memory and time, whatever the
// client does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/protocol.hpp>
#include <trace2/control/switches.hpp>
#include <trace2/control/system.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <signal.h>
#include <sys/types.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: one at a time; `leave_to_parent` is async-signal-safe.
class control_connection {
 public:
  /// A silent client that changes nothing is disconnected after this number of nanoseconds.
  static constexpr std::int64_t longest_wait = 5'000'000'000;

  /// Takes over the descriptor of an accepted connection.
  explicit control_connection(int fd) noexcept
      : fd_{move_away<control_system>(fd)}, last_request_{control_system::monotonic_nanoseconds()} {
    if (fd_ >= 0) opened_.remember(fd_);
  }
  control_connection(control_connection const&) = delete;
  control_connection& operator=(control_connection const&) = delete;
  ~control_connection() { leave_to_parent(); }

  /// True if the client is the user of this process.
  [[gnu::cold]] bool is_of_own_user() const noexcept {
    control_system::peer client{};
    return fd_ >= 0 && control_system::peer_of(fd_, client) == 0 &&
           client.user == control_system::geteuid();
  }

  /// Reads what has arrived, and calls `answer(request)` for each whole line, without its end.
  /// False when the connection has ended, or is to end: even if the process has become another
  /// user's, whose files the client must not have it write.
  [[gnu::cold]] bool read(auto const& answer) noexcept {
    if (!is_open()) return false;
    ssize_t const got = control_system::receive(fd_, line_ + size_, sizeof line_ - size_);
    if (got == -EAGAIN) return true;
    if (got <= 0) return false;
    if (!is_of_own_user()) return false;
    size_ += static_cast<std::size_t>(got);
    std::size_t begin = 0;
    while (auto const* const end =
               static_cast<char const*>(std::memchr(line_ + begin, '\n', size_ - begin))) {
      auto const size = static_cast<std::size_t>(end - line_) - begin;
      last_request_ = control_system::monotonic_nanoseconds();
      if (!answer(view_of(line_ + begin, size))) return false;
      begin += size + 1;
    }
    size_ -= begin;
    std::memmove(line_, line_ + begin, size_);
    return size_ < sizeof line_;
  }

  /// Sends lines; false if the client doesn't read, and then the connection is to end.
  [[gnu::cold]] bool send(std::string_view lines) noexcept {
    if (!is_open()) return false;
    signal_guard closed{SIGPIPE};
    ssize_t const sent = closed.watch(
        control_system::retry([&]() noexcept { return control_system::send(fd_, lines); }));
    return sent == static_cast<ssize_t>(lines.size());
  }

  /// The program may have closed the descriptor.
  bool is_open() const noexcept { return fd_ >= 0 && opened_.find_change(fd_) == 0; }
  int fd() const noexcept { return fd_; }
  bool is_late(std::int64_t now) const noexcept {
    return !is_holding && now - last_request_ > longest_wait;
  }
  std::int64_t last_request() const noexcept { return last_request_; }

  /// Closes the descriptor. In the child of a fork: the connection is the parent's, and would seem
  /// to live on.
  void leave_to_parent() noexcept {
    if (is_open()) control_system::close(fd_);
    fd_ = -1;
  }

  /// The settings that are in force while `is_holding`.
  noted_settings const& held() const noexcept { return settings_[held_]; }
  /// The settings that the client has noted for its next `switch`.
  noted_settings& next() noexcept { return settings_[1 - held_]; }
  /// Holds the next ones. The other way round, if they are exchanged again.
  void exchange() noexcept { held_ = 1 - held_; }
  void forget() noexcept {
    for (noted_settings& each : settings_) each.forget();
  }

  bool is_holding = false;

 private:
  noted_settings settings_[2];
  int held_ = 0;
  int fd_;
  file_identity<control_system> opened_;
  std::int64_t last_request_;
  std::size_t size_ = 0;
  char line_[control_protocol::most_line];
};

}}}  // namespace trace2::v0::detail
