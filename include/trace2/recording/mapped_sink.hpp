// A recording in a file that is mapped into memory: what a thread stores there needs no system call
// and outlives the process, however that ends.
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/kept.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/file.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/sink.hpp>

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

/// Takes records of `format::binary`. The latest one opened is the recording of the process; there
/// is no other at the same time.
///
/// What finds no room is counted, here and in the file. Truncating the file while the process runs
/// ends the process; removing it does not.
class mapped_sink final : public sink {
 public:
  /// Takes over a descriptor of an empty file, which must be readable; a negative one is a negated
  /// errno value. `error` says what is wrong.
  mapped_sink(int fd, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(fd, options);
  }

  /// Creates the file, which must not exist.
  mapped_sink(char const* path, recording_options const& options) noexcept {
    detail::errno_guard const guard;
    open(detail::move_away(detail::posix::open(path, detail::recording_flags, 0666)), options);
  }

  /// One record, as `format::binary` makes it; what follows it is ignored.
  void write(std::string_view record) noexcept override {
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

  int error() const noexcept override { return error_; }
  std::uint64_t dropped() const noexcept override {
    return recorder_ == nullptr ? 0 : recorder_->dropped();
  }
  int drop_reason() const noexcept override { return dropped() == 0 ? error_ : ENOSPC; }
  bool is_signal_safe() const noexcept override { return true; }

  /// What other threads record meanwhile may get into the file, or is dropped. In the child of a
  /// fork the file stays as it is, and goes on as the parent's.
  void close() noexcept override {
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
