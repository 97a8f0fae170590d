// The sink for an open descriptor of any kind: file, pipe, FIFO, terminal, socket. The sinks for
// files and directories open a descriptor and leave the rest to this one.
//
// A healthy file costs a check of the descriptor and one write(2) per call, and no lock: the kernel
// appends whole lines. All other channels take the careful way, under a lock: channels that take a
// line in pieces or late, and files that have failed or may raise a signal.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_lock.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/wait_budget.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/detail/line_writer.hpp>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// A descriptor that a sink takes over, or the negated errno value of the failed open. The file was
/// opened with `open_mode::without_waiting`.
struct owned_descriptor {
  int value;  ///< a descriptor, or a negated `errno` value
};

/// Writes lines to a descriptor. Each write first checks that the number still names the same file,
/// because a closed number may meanwhile name a file with the program's data. The check misses a
/// number that another thread takes between check and write.
///
/// Threads: `write` may be called by all at once; lines stay whole.
///
/// Errors: a passing error (a full disk, a reader that doesn't read) costs the lines that meet it
/// and at most 40 ms per call, or twice that when threads queue. A cut line is finished before
/// another one follows, save one of another thread or process that was being written to the same
/// file when its disk became full. A lasting error (a closed descriptor, a pipe without reader)
/// ends the sink. Never raises SIGPIPE, SIGXFSZ or SIGTTOU, except SIGXFSZ when the program lowers
/// its file size limit after the sink was made.
///
/// Cost of the check: an fstat(2); for a file that the library has opened only an fcntl(2). If the
/// number of such a file is a high one, the check costs nothing within 20 us after the last one; it
/// then misses a number that the program takes in these 20 us: by dup2(2) or F_DUPFD, or by opening
/// a file while all lower numbers are in use.
template <class System = detail::sink_system>
class basic_descriptor_sink : public sink {
 public:
  /// Uses a descriptor of the program (R-DST-03), and never closes or changes it. Lines are dropped
  /// while the number names another file than now.
  explicit basic_descriptor_sink(int fd) noexcept : basic_descriptor_sink{fd, false} {}

  /// Takes over a descriptor. The sink ends when the program closes it.
  explicit basic_descriptor_sink(owned_descriptor fd) noexcept
      : basic_descriptor_sink{fd.value, true} {}

  basic_descriptor_sink(basic_descriptor_sink const&) = delete;
  basic_descriptor_sink& operator=(basic_descriptor_sink const&) = delete;

  // Virtual because compilers ask for that where others may derive from a class
  // (-Wnon-virtual-dtor).
  [[gnu::cold]] virtual ~basic_descriptor_sink() { give_back(); }

  void write(std::string_view lines) noexcept final {
    if (lines.empty()) return;
    std::size_t sent = 0;
    if (!careful_.load_relaxed()) [[likely]] {
      if (int const change = find_change(); change != 0) return fail(lines, change);
      ssize_t const written = System::write(fd_, lines);
      if (written == static_cast<ssize_t>(lines.size())) [[likely]]
        return;
      if (written > 0) sent = static_cast<std::size_t>(written);
    }
    write_carefully(lines, sent);
  }

  /// Tries once more to finish a line that was cut.
  void write_now(std::string_view lines) noexcept final {
    if (!lines.empty()) return write(lines);
    if (writer_.undelivered() != 0) write_carefully({}, 0);
  }

  [[gnu::cold]] void close() noexcept final {
    if (!owned_ || fd_ < 0) return;
    error_.store_relaxed(EBADF);
    careful_.store_relaxed(true);
    give_back();
    fd_ = -1;
  }

  int error() const noexcept final { return error_.load_relaxed(); }
  std::uint64_t dropped() const noexcept final { return writer_.undelivered(); }
  int drop_reason() const noexcept final { return writer_.reason(); }
  bool is_signal_safe() const noexcept final { return true; }
  bool is_terminal() const noexcept final { return channel_ == channel::terminal; }

 private:
  enum class channel : unsigned char { file, pipe, terminal, stream_socket, message_socket };
  using writer = detail::line_writer<System>;

  [[gnu::cold]] basic_descriptor_sink(int fd, bool owned) noexcept : fd_{fd}, owned_{owned} {
    detail::file_status status;
    int const error = owned && fd < 0 ? -fd : opened_.remember(fd, status);
    if (error == 0) channel_ = find_channel(status);
    error_.store_relaxed(error);
    needs_care_ = error != 0 || channel_ != channel::file || System::limits_file_size();
    careful_.store_relaxed(needs_care_);
  }

  channel find_channel(detail::file_status const& status) const noexcept {
    if (status.is_pipe()) return channel::pipe;
    if (status.is_socket())
      return System::socket_type(fd_) == System::stream_socket ? channel::stream_socket
                                                     : channel::message_socket;
    if (status.is_character_device() && System::is_terminal(fd_)) return channel::terminal;
    return channel::file;
  }

  /// The errno value that says why the number doesn't name its first file any more; 0 if it does.
  /// The program may give a number of its own back to the file, but not one of the library's.
  [[gnu::always_inline]] int find_change() noexcept {
    std::int64_t const now = is_slow_to_return() ? detail::clock::now() : 0;
    if (now != 0 && is_ahead(trusted_until_.load_relaxed() - now)) [[likely]]
      return 0;
    return look_for_change(now);
  }
  [[gnu::noinline]] int look_for_change(std::int64_t now) noexcept {
    if (!owned_) return opened_.find_change(fd_);
    if (opened_.find_change_of_own(fd_) != 0) return EBADF;
    if (now == 0) return 0;
    // Once is enough: a counter hardly changes its rate.
    if (trust_in_ticks_.load_relaxed() == 0)
      trust_in_ticks_.store_relaxed(detail::clock::ticks_in(trust));
    trusted_until_.store_relaxed(now + trust_in_ticks_.load_relaxed());
    return 0;
  }
  bool is_slow_to_return() const noexcept {
    return fd_ >= slow_number && owned_ && detail::clock::has_counter();
  }

  /// Also false after the counter has gone backwards: a trust is no longer than this for counters
  /// of up to 5 GHz.
  static bool is_ahead(std::int64_t ticks) noexcept { return ticks > 0 && ticks <= 5 * trust; }

  /// Nanoseconds. Less time than most programs need to get a high number by opening files: they
  /// open all lower numbers first, at 100 ns each or more, unless these are in use. Without this
  /// trust each line would enter the kernel twice and cost a quarter more.
  static constexpr std::int64_t trust = 20'000;
  static constexpr int slow_number = 256;

  [[gnu::cold]] void give_back() noexcept {
    detail::cancellation_guard const uncancelled;
    if (owned_ && fd_ >= 0 && opened_.find_change(fd_) == 0) System::close(fd_);
  }

  [[gnu::noinline, gnu::cold]] void write_carefully(std::string_view lines,
                                                    std::size_t sent) noexcept {
    if (int const error = error_.load_relaxed(); error != 0) return writer_.drop(lines, error);
    detail::cancellation_guard const uncancelled;
    detail::signal_guard<System> guard{signal()};
    auto const attempt = [&](std::string_view bytes) noexcept {
      int const change = find_change();
      return guard.watch(change != 0 ? -change : write_once(bytes));
    };

    detail::lock_attempt const turn{lock_};
    if (!turn) {
      if (sent != 0) attempt("\n");
      return fail(lines.substr(sent), EBUSY);
    }
    careful_.store_relaxed(true);
    std::int64_t const begin = System::monotonic_nanoseconds();
    if (sent == 0 && !pause_.is_over(begin)) return fail(lines, writer_.reason());
    int const error = writer_.write(fd_, lines, sent, unit(), attempt);
    if (error == 0) {
      pause_ = {};
      careful_.store_relaxed(needs_care_);
      return;
    }
    if (error != EAGAIN) pause_.failed(begin, System::monotonic_nanoseconds());
    fail(lines, error);
  }

  [[gnu::cold]] void fail(std::string_view lines, int error) noexcept {
    writer_.drop(lines, error);
    if (detail::is_passing_error(error)) return;
    error_.store_relaxed(error);
    careful_.store_relaxed(true);
  }

  ssize_t write_once(std::string_view bytes) const noexcept {
    switch (channel_) {
      case channel::file:
        return System::write(fd_, bytes);
      case channel::pipe:
      case channel::terminal:
        return owned_ ? System::write(fd_, bytes) : System::write_now(fd_, bytes);
      default:
        return System::send(fd_, bytes);
    }
  }

  /// The most bytes of a piece, so that lines of other processes can't get into a line.
  std::size_t unit() const noexcept {
    switch (channel_) {
      case channel::pipe:
        return System::pipe_unit;
      case channel::message_socket:
        return 0;  // one message per line (R-DST-23)
      default:
        return writer::any_size;
    }
  }

  /// The signal that a write to the channel may raise. A terminal stops background processes that
  /// write to it, if it is set so, and the trace alone must not stop a program.
  int signal() const noexcept {
    switch (channel_) {
      case channel::file:
        return System::signal_of_full_file;
      case channel::pipe:
        return System::signal_of_closed_pipe;
      case channel::terminal:
        return System::signal_of_terminal;
      default:
        return detail::signal_guard<System>::no_signal;
    }
  }

  int fd_;
  bool owned_;
  channel channel_ = channel::file;
  bool needs_care_ = false;
  detail::atomic<bool> careful_{false};  ///< the last write failed, or the channel needs care
  detail::atomic<int> error_{0};
  detail::file_identity<System> opened_;
  detail::atomic<std::int64_t> trusted_until_{0};   ///< ticks; our file has been found
  detail::atomic<std::int64_t> trust_in_ticks_{0};  ///< 0: not yet asked for
  detail::basic_bounded_lock<System> lock_;
  detail::write_pause pause_;
  writer writer_;
};

/// The sink that programs name.
using descriptor_sink = basic_descriptor_sink<>;

}}  // namespace trace2::v0
