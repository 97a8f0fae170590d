// The sink for a collector that listens on a local socket. A collector that is slow, restarts or
// ends costs lines, which are counted, and never holds the program for long.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/bounded_lock.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/detail/time/wait_budget.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/detail/line_writer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The kind of socket that the collector has.
enum class socket_type : unsigned char {
  any,  ///< stream, or datagram if a datagram socket listens at the path
  stream,
  datagram
};

/// Sends lines over one connection per process: the child of a fork opens its own. A stream cuts a
/// line only at the end of a lost connection; the next connection begins with the line that was cut
/// or not sent. On a datagram socket each line is one message (R-DST-23). A connection that the
/// program has closed counts as lost: each attempt to send checks that the number still names it.
///
/// Threads: `write` may be called by all at once. Errors: `error` is that of the first attempt to
/// connect (R-DST-22). A connection that is lost later is opened again with the next lines, after
/// growing pauses. Lines that the collector was sent, but had not read when it ended, don't count
/// as dropped.
template <class System = detail::sink_system>
class basic_unix_socket_sink final : public sink {
 public:
  /// A path must be shorter than this (R-DST-21).
  static constexpr std::size_t path_buffer = System::socket_path_size;

  /// Connects to the socket at an absolute path, which is copied, and waits for at most 50 ms. See
  /// `error` afterwards.
  [[gnu::noinline, gnu::cold]] explicit basic_unix_socket_sink(std::string_view path,
                                  socket_type type = socket_type::any) noexcept
      : type_{type} {
    detail::cancellation_guard const uncancelled;
    int result = -EINVAL;
    if (path.size() >= path_buffer) {
      result = -ENAMETOOLONG;
    } else if (detail::paths::is_absolute(path)) {
      path_size_ = path.size();
      std::memcpy(path_, path.data(), path_size_);
      result = connect(first_wait);
    }
    if (result < 0) error_ = -result;
  }
  basic_unix_socket_sink(basic_unix_socket_sink const&) = delete;
  basic_unix_socket_sink& operator=(basic_unix_socket_sink const&) = delete;
  ~basic_unix_socket_sink() { disconnect(ENOTCONN); }

  void write(std::string_view lines) noexcept override {
    if (!lines.empty()) deliver(lines);
  }

  /// Without lines, tries once more to finish one that was cut.
  void write_now(std::string_view lines) noexcept override {
    if (!lines.empty() || writer_.undelivered() != 0) deliver(lines);
  }

  void close() noexcept override {
    if (error_ == 0) error_ = EBADF;
    disconnect(EBADF);
  }

  int error() const noexcept override { return error_; }
  std::uint64_t dropped() const noexcept override { return writer_.undelivered(); }
  bool is_signal_safe() const noexcept override { return true; }
  int drop_reason() const noexcept override { return writer_.reason(); }

 private:
  static constexpr int first_wait = 50;  // milliseconds
  static constexpr int later_wait = 10;
  using writer = detail::line_writer<System>;

  [[gnu::noinline]] void deliver(std::string_view lines) noexcept {
    if (error_ != 0) return writer_.drop(lines, error_);
    detail::cancellation_guard const uncancelled;
    detail::lock_attempt const turn{lock_};
    if (!turn) return writer_.drop(lines, EBUSY);

    if (writer_.leave_to_parent()) start_in_child();
    int error = fd_ < 0 ? -fd_ : send(lines);
    if (fd_ < 0 && !lines.empty()) error = reconnect() ? send(lines) : -fd_;
    writer_.drop(lines, error);
  }

  [[gnu::noinline]] int send(std::string_view& lines) noexcept {
    auto const attempt = [this](std::string_view bytes) noexcept {
      return opened_.find_change(fd_) != 0 ? -ENOTCONN : System::send(fd_, bytes);
    };
    int const error = writer_.write(fd_, lines, 0, unit_, attempt);
    if (error != 0 && !detail::is_passing_error(error)) {
      pause_.lost(System::monotonic_nanoseconds());
      writer_.forget_kept();
      disconnect(error);
    }
    return error;
  }

  [[gnu::cold]] int connect(int milliseconds) noexcept {
    std::string_view const path = detail::view_of(path_, path_size_);
    bool message = type_ == socket_type::datagram;
    int const type = message ? System::datagram_socket : System::stream_socket;
    int fd = connect_to(path, type, milliseconds);
    if (fd == -EPROTOTYPE && type_ == socket_type::any) {
      message = true;
      fd = connect_to(path, System::datagram_socket, milliseconds);
    }
    fd_ = detail::move_away<System>(fd);
    if (fd_ >= 0) opened_.remember(fd_);
    unit_ = message ? 0 : writer::any_size;
    pause_.connected(System::monotonic_nanoseconds());
    return fd_;
  }

  /// A signal that the program handles cuts the wait for a listener short, and says nothing about
  /// the listener: the rest of the time goes to further attempts.
  [[gnu::cold]] static int connect_to(std::string_view path, int type, int milliseconds) noexcept {
    std::int64_t const end =
        System::monotonic_nanoseconds() + milliseconds * std::int64_t{1'000'000};
    int fd = -EINTR;
    for (int left = milliseconds; fd == -EINTR && left > 0;
         left = static_cast<int>((end - System::monotonic_nanoseconds()) / 1'000'000))
      fd = System::connect_local(path, type, left);
    return fd;
  }

  bool reconnect() noexcept {
    return pause_.is_due(System::monotonic_nanoseconds()) && connect(later_wait) >= 0;
  }

  /// The inherited connection stays the parent's.
  void start_in_child() noexcept {
    pause_ = {};
    disconnect(ENOTCONN);
  }

  [[gnu::noinline]] void disconnect(int reason) noexcept {
    detail::cancellation_guard const uncancelled;
    if (fd_ >= 0 && opened_.find_change(fd_) == 0) System::close(fd_);
    fd_ = -reason;
  }

  detail::basic_bounded_lock<System> lock_;
  detail::file_identity<System> opened_;
  int fd_ = -ENOTCONN;  ///< negative while there is no connection: the errno value tells why
  int error_ = 0;
  socket_type type_;
  std::size_t unit_ = 0;
  std::size_t path_size_ = 0;
  char path_[path_buffer] = {};
  detail::reconnect_pause pause_;
  writer writer_;
};

/// The sink that programs name.
using unix_socket_sink = basic_unix_socket_sink<>;

}}  // namespace trace2::v0
