// A sink that holds lines back for a moment. Some dozens of events then take one system call
// instead of one each, and threads don't queue for a file.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/whole_lines.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/detail/held_lines.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// Passes lines on to another sink, many at a time. Each thread has a buffer of its own. The lines
/// of a thread stay in order; the lines of different threads mix in whole buffers.
///
/// A buffer is written when it is full and when its thread ends. The buffers of all threads are
/// written before a fork, at the end of the session, with an urgent event (`error`, `exec`,
/// `signal`, `atexit`, see `event_type`), and with the first event of any thread after a second has
/// gone by. An end of the process without these, as by SIGKILL or _exit, loses at most one buffer
/// per thread: lines that came within a second before the last line of all. A slow reader makes
/// that longer: but for a fork, an exec, a signal and the end, buffers of other threads that have
/// no turn within 40 ms wait for the next time.
///
/// Lifetime: the other sink must live as long. Threads: all may write at once. Errors: as the other
/// sink reports them. Cost: memory for a buffer per thread that has written, from its first line
/// on.
template <class Clock = detail::clock>
class basic_buffered_sink final : public sink {
 public:
  static constexpr std::size_t least = 4096;                 ///< bytes of the smallest buffer
  static constexpr std::size_t most = std::size_t{1} << 20;  ///< bytes of the largest buffer

  /// `bytes` is the size of a buffer, moved into the limits above. More than 64 KiB gain nothing.
  /// With 16 KiB writes to a disk are slower by half, because more of them end within a page.
  explicit basic_buffered_sink(sink& to, std::size_t bytes = 16 * least) noexcept
      : to_{to},
        bytes_{bytes < least  ? least
               : bytes > most ? most
                              : bytes} {
    detail::held_lines::watch();
  }
  basic_buffered_sink(basic_buffered_sink const&) = delete;
  basic_buffered_sink& operator=(basic_buffered_sink const&) = delete;
  ~basic_buffered_sink() {
    if (!stop_holding()) detail::held_lines::abandon(to_);
  }

  void write(std::string_view lines) noexcept override {
    detail::held_lines* const own = detail::held_lines::find(to_);
    if (own == nullptr || is_due() || !own->add_in_room(lines)) [[unlikely]]
      write_slowly(lines);
  }

  void write_now(std::string_view lines) noexcept override {
    if (lines.empty())
      detail::held_lines::deliver_all(to_);
    else
      detail::held_lines::deliver_in_time(to_);
    to_.write_now(lines);
  }

  [[gnu::cold]] void close() noexcept override {
    write_now({});
    to_.close();
  }

  /// Delivers all lines; then no thread holds any, if none writes meanwhile. False if a thread is
  /// still delivering, as one that has just ended may be; then the sink must not end yet.
  [[gnu::cold]] bool stop_holding() noexcept { return detail::held_lines::forget(to_); }

  /// The sink that takes the lines.
  sink& destination() const noexcept { return to_; }

  int error() const noexcept override { return to_.error(); }
  std::uint64_t dropped() const noexcept override {
    return dropped_.load_relaxed() + to_.dropped();
  }
  int drop_reason() const noexcept override {
    int const reason = to_.drop_reason();
    return reason == 0 && dropped_.load_relaxed() != 0 ? EBUSY : reason;
  }
  bool is_signal_safe() const noexcept override { return to_.is_signal_safe(); }
  bool is_terminal() const noexcept override { return to_.is_terminal(); }

 private:
  /// Makes room for lines, and delivers when that is due.
  // Not inlined, so that most lines save few registers.
  [[gnu::noinline]] void write_slowly(std::string_view lines) noexcept {
    detail::held_lines* const own = detail::held_lines::of_this_thread(to_, bytes_);
    if (own == nullptr) return to_.write(lines);
    if (!own->add(lines)) drop(lines);
    if (takes_turn()) detail::held_lines::deliver_in_time(to_);
  }

  void drop(std::string_view lines) noexcept { dropped_.fetch_add(detail::count_lines(lines)); }

  /// True once a second, until a thread takes its turn: tracing reads the system's clocks that
  /// often, so this needs no reading of its own.
  bool is_due() const noexcept { return Clock::last_look() != delivered_.load_relaxed(); }
  /// True for one thread when a delivery is due.
  bool takes_turn() noexcept {
    std::int64_t const now = Clock::last_look();
    std::int64_t const before = delivered_.load_relaxed();
    return now != before && delivered_.compare_exchange(before, now);
  }

  sink& to_;
  std::size_t const bytes_;
  detail::atomic<std::int64_t> delivered_{INT64_MIN};  ///< `last_look` at the latest delivery
  detail::atomic<std::uint64_t> dropped_{0};
};

/// The sink that programs name.
using buffered_sink = basic_buffered_sink<>;

}}  // namespace trace2::v0
