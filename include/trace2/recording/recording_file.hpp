// The file of a recording, as programs open it: mapped into memory, so that what a thread stores
// there needs no system call and outlives the process, however that ends.
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/kept.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fcntl.h>

namespace trace2 { inline namespace v0 {

/// What a recording keeps when there is more than fits.
using recording_mode = detail::recording::mode;

struct recording_options {
  recording_mode mode = recording_mode::grow;
  /// Bytes: of the file, or in a ring of each thread. 0: 256 MiB, in a ring 4 MiB.
  std::uint64_t size = 0;
  std::string_view sid{};      ///< session id that readers show
  std::string_view program{};  ///< path of the running program
  std::int64_t started = 0;    ///< when the process began, in ticks of the library's clock
};

namespace detail {

inline constexpr int recording_flags =
    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW;

}  // namespace detail

/// Takes the records of the flight recorder. The latest one opened is the recording of the process;
/// there is no other at the same time. For a file of the program's own choice:
///
///     static trace2::recording_file file{"/var/tmp/frob.recording", {}};
///     trace2::tracer::attach<trace2::flight_recorder>(file);
///
/// Lifetime: as long as the process traces, or as a session that ends. Threads: all functions but
/// `close` may be called from any thread, and from a signal handler. What finds no room is counted,
/// here and in the file. Truncating the file while the process runs ends the process; removing it
/// does not.
class recording_file {
 public:
  /// Takes over a descriptor of an empty file, which must be readable; a negative one is a negated
  /// errno value. `error` says what is wrong.
  recording_file(int fd, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(fd, options);
  }

  /// Creates the file, which must not exist.
  recording_file(char const* path, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(detail::move_away(detail::posix::open(path, detail::recording_flags, 0666)), options);
  }

  recording_file(recording_file const&) = delete;
  recording_file& operator=(recording_file const&) = delete;

  /// One record, as `event_record` writes it; what follows it is ignored.
  void store(std::string_view record) noexcept {
    namespace recording = detail::recording;
    std::uint64_t const head = recording::head_of(record);
    std::size_t const size = recording::words_of(head) * recording::word;
    if (recorder_ == nullptr || size > record.size()) return;
    record = record.substr(0, size);
    if (recorder_->is_ring() && recording::is_introduction(record))
      recorder_->keep(record);
    else
      recorder_->append(record);
  }
  /// Counts an event that can't become a record.
  void drop() noexcept {
    if (recorder_ != nullptr) recorder_->drop();
  }

  /// The `errno` value for what is wrong with the file; 0 if it records.
  int error() const noexcept { return error_; }
  /// Number of events that found no room.
  std::uint64_t dropped() const noexcept { return recorder_ == nullptr ? 0 : recorder_->dropped(); }
  /// The `errno` value for the latest of them; 0 if there is none.
  int drop_reason() const noexcept { return dropped() == 0 ? error_ : ENOSPC; }

  /// What other threads record meanwhile may get into the file, or is dropped. In the child of a
  /// fork the file stays as it is, and goes on as the parent's.
  void close() noexcept {
    if (recorder_ != nullptr) recorder_->close();
  }

 private:
  static constexpr std::uint64_t usual_size = std::uint64_t{256} << 20;
  static constexpr std::uint64_t usual_ring = std::uint64_t{4} << 20;

  static std::uint64_t size_of(recording_options const& options) noexcept {
    if (options.size != 0) return options.size;
    return options.mode == recording_mode::grow ? usual_size : usual_ring;
  }

  void open(int fd, recording_options const& options) noexcept {
    if (fd < 0) {
      error_ = -fd;
    } else if (auto* const made = detail::kept<detail::recording::recorder>::make();
               made == nullptr) {
      detail::posix::close(fd);
      error_ = ENOMEM;
    } else {
      error_ = -made->open(fd, {options.mode, size_of(options)}, options.sid, options.program,
                           options.started);
      if (error_ == 0) recorder_ = made;
    }
  }

  int error_ = 0;
  detail::recording::recorder* recorder_ = nullptr;
};

}}  // namespace trace2::v0
