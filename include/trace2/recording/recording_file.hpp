// The public face of a recording's file. The file is mapped into memory: a thread stores a record
// without a system call, and the record outlives the process, however the process ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/empty_region.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recorder_options.hpp>
#include <trace2/recording/recorder_pool.hpp>
#include <trace2/recording/recording_watch.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// Which records a recording keeps when not all fit: with `recording_mode::grow` those from before
/// the file was as large as it may be, with `recording_mode::ring` the latest of each thread.
using recording_mode = detail::recording::recording_mode;

/// The options of a recording; all members have sensible defaults.
struct recording_options {
  recording_mode mode = recording_mode::grow;  ///< `grow`, until `size` is reached, or `ring`,
                                               ///< which keeps the latest events
  /// Bytes of the file; of a ring: bytes for each thread. 0: 256 MiB, for a ring 4 MiB.
  std::uint64_t size = 0;
  std::string_view sid{};      ///< session id that readers show
  std::string_view program{};  ///< path of the running program
  std::int64_t started = 0;    ///< beginning of the process, in ticks of the library's clock
};

/// Saves the program from a fault in the memory of a recording. For programs that handle SIGBUS
/// themselves: their handler calls it first, and returns when it returns true. The interrupted code
/// then goes on; the recording has ended, and further events count as dropped. False, and nothing
/// done, for every other signal. While SIGBUS has its default action and a recording is open, the
/// library has a handler of its own, which passes all other faults on.
///
///     void handle(int, siginfo_t* fault, void*) {  // set with SA_SIGINFO
///       if (trace2::recover_from_fault(*fault)) return;
///
/// Recordings fault when somebody truncates them, and when a file system runs full that needs new
/// blocks for bytes that are written again (btrfs, ZFS, NFS). A thread that records unblocks
/// SIGBUS. Threads: any; async-signal-safe. Cost: a system call.
inline bool recover_from_fault(detail::fault_info const& fault) noexcept {
  return detail::fault_guard::recover(fault);
}

namespace detail {

inline constexpr open_mode recording_open_mode =
    open_mode::read_and_write | open_mode::only_create | open_mode::without_waiting;
/// Whatever the umask: who may write to a recording can forge it. It is read-only once it is open.
inline constexpr unsigned recording_permissions = 0644;

}  // namespace detail

/// Takes the records of the flight recorder. The recording_file that was opened last is the
/// recording of the process; there is only one at a time. For a file of the program's own choice:
///
///     static trace2::recording_file file{"/var/tmp/frob.recording", {}};
///     trace2::tracer::attach<trace2::flight_recorder>(file);
///
/// Lifetime: until the process stops tracing, or until a session ends. Threads: all functions but
/// `close` may be called from any thread and from a signal handler. Errors: events that find no
/// room are counted, here and in the file. The process goes on when its file is removed, and when
/// the file is truncated or overwritten, which ends the recording; see `recover_from_fault`.
class recording_file {
 public:
  /// Takes over a descriptor of an empty file, open for reading and writing; others may only read
  /// the file from then on. A negative one is a negated errno value. Errors: see `error`.
  recording_file(int fd, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(fd, options);
  }

  /// Creates the file, which must not exist yet.
  recording_file(char const* path, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(detail::move_away(
             detail::system_calls::open(path, detail::recording_open_mode,
                                        detail::recording_permissions)),
         options);
  }

  recording_file(recording_file const&) = delete;
  recording_file& operator=(recording_file const&) = delete;

  /// Stores one record that `event_record` has written; bytes behind the record are ignored.
  void store(std::string_view bytes) noexcept {
    std::string_view const record = first_record(bytes);
    auto* const to = recorder_.load_acquire();
    if (to == nullptr || record.empty()) return;
    if (to->is_ring() && detail::recording::is_lasting_event(record))
      to->keep(record);
    else
      to->append(record);
  }
  /// Stores an event of a signal handler, in the room that was made for such events.
  void store_in_handler(std::string_view bytes) noexcept {
    std::string_view const record = first_record(bytes);
    auto* const to = recorder_.load_acquire();
    if (to != nullptr && !record.empty()) to->append_in_handler(record);
  }
  /// Counts an event that could not become a record.
  void drop() noexcept {
    if (auto* const to = recorder_.load_acquire(); to != nullptr) to->drop();
  }

  /// The `errno` value of the error that has ended the file; 0 while it records. EIO: the contents
  /// are not the process's any more.
  int error() const noexcept {
    auto const* const to = recorder_.load_acquire();
    return to != nullptr && to->is_lost() ? EIO : error_;
  }
  /// Number of events that found no room.
  std::uint64_t dropped() const noexcept {
    auto const* const to = recorder_.load_acquire();
    return dropped_before_.load_relaxed() + (to == nullptr ? 0 : to->dropped());
  }
  /// Why there was no room last: an `errno` value, or `size_reached` for a growing file that has
  /// the size of its options. 0 if nothing was dropped, or if the event was too large.
  int drop_reason() const noexcept {
    auto const* const to = recorder_.load_acquire();
    int const reason = error();
    return dropped() == 0 || reason != 0 || to == nullptr ? reason : to->refusal();
  }
  /// The reason of a growing file that is as large as its options say: no `errno` value.
  static constexpr int size_reached = detail::recording::size_reached;

  /// Ends the recording. Events that other threads record meanwhile get into the file or are
  /// dropped. In the child of a fork the file stays as it is: the parent goes on with it.
  void close() noexcept {
    if (auto const* const watch = detail::recording::recording_watch::current(); watch != nullptr)
      watch->closing(*this);
    if (auto* const to = recorder_.load_acquire(); to != nullptr) to->close();
  }

  /// Goes on in another file, an empty one, whose descriptor it takes over; beforehand it stores
  /// these records there, where no ring overwrites them. No event is lost or in both files, and no
  /// thread waits. 0 or the negated errno value; then it goes on in the file that it has.
  [[gnu::cold]] int go_on_in(int fd, recording_options const& options,
                             std::string_view first) noexcept {
    auto* const before = recorder_.load_acquire();
    if (before == nullptr || before != detail::recording::recorder::current()) {
      if (fd >= 0) detail::system_calls::close(fd);
      return -EBADF;
    }
    detail::recording::recorder* made = nullptr;
    if (int const result = make(fd, options, made); result < 0) return result;
    recorder_.store_release(made);
    dropped_before_.fetch_add(before->dropped());
    detail::recording::recorder_pool::give_back(*before);
    for (std::string_view record; !(record = first_record(first)).empty();
         first.remove_prefix(record.size()))
      made->keep(record);
    return 0;
  }
  /// The recorder of the process, if it records here; else null.
  detail::recording::recorder* recorder() const noexcept {
    auto* const own = recorder_.load_acquire();
    return own == detail::recording::recorder::current() ? own : nullptr;
  }

  /// Ends the recording, whose memory serves a later one. Nobody uses the object any more.
  void give_back() noexcept {
    close();
    if (auto* const ended = recorder_.exchange(nullptr); ended != nullptr)
      detail::recording::recorder_pool::give_back(*ended);
  }

 private:
  static constexpr std::uint64_t usual_size = std::uint64_t{256} << 20;
  static constexpr std::uint64_t usual_ring = std::uint64_t{4} << 20;

  /// Empty when the bytes are no whole record.
  static std::string_view first_record(std::string_view bytes) noexcept {
    namespace recording = detail::recording;
    std::size_t const size = recording::words_of(recording::head_of(bytes)) * recording::word;
    return size > bytes.size() ? std::string_view{} : bytes.substr(0, size);
  }

  static std::uint64_t size_of(recording_options const& options) noexcept {
    if (options.size != 0) return options.size;
    return options.mode == recording_mode::grow ? usual_size : usual_ring;
  }

  void open(int fd, recording_options const& options) noexcept {
    detail::recording::recorder* made = nullptr;
    error_ = -make(fd, options, made);
    recorder_.store_release(made);
  }

  /// Takes over the descriptor. 0, or the negated errno value and no recorder.
  [[gnu::cold]] static int make(int fd, recording_options const& options,
                                detail::recording::recorder*& made) noexcept {
    using detail::recording::empty_region;
    using detail::recording::recorder_pool;
    if (fd < 0) return fd;
    auto* const taken = recorder_pool::take();
    if (taken == nullptr) return detail::system_calls::close(fd), -ENOMEM;
    int const result =
        taken->open(fd, {options.mode, size_of(options), empty_region::of_process(*taken)},
                    options.sid, options.program, options.started);
    if (result == 0)
      made = taken;
    else
      recorder_pool::give_back(*taken);
    return result;
  }

  int error_ = 0;
  detail::atomic<std::uint64_t> dropped_before_{0};  ///< in files that it has left
  detail::atomic<detail::recording::recorder*> recorder_{nullptr};
};

}}  // namespace trace2::v0
