// Compresses a file bit by bit, between other work.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

#include "../owned_descriptor.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace trace2_program::listening {

/// Makes NAME.gz of a file NAME in a directory, with the same time, and removes the file when all
/// of it is there. Until then the copy has a hidden name.
class gzip_copy {
 public:
  /// `directory` must stay open.
  gzip_copy(int directory, std::string name)
      : directory_{directory}, name_{std::move(name)}, copy_name_{"." + name_ + ".gz"} {
    from_.reset(::openat(directory_, name_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    to_.reset(::openat(directory_, copy_name_.c_str(),
                       O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    constexpr int as_gzip = 16;
    constexpr int memory_level = 8;
    is_open_ = from_ && to_ &&
               ::deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip,
                              memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  gzip_copy(gzip_copy const&) = delete;
  gzip_copy& operator=(gzip_copy const&) = delete;
  ~gzip_copy() {
    if (is_open_) ::deflateEnd(&state_);
    if (!is_complete_) ::unlinkat(directory_, copy_name_.c_str(), 0);
  }

  /// Does a part of the work. False when there is nothing left to do; the file stays as it is if
  /// something has failed.
  bool step() {
    if (!is_open_) return false;
    ::ssize_t const got = ::read(from_.get(), in_.data(), in_.size());
    if (got < 0) return errno == EINTR;
    if (!pack(static_cast<unsigned>(got), got == 0 ? Z_FINISH : Z_NO_FLUSH)) return false;
    if (got == 0) complete();
    return got != 0;
  }

 private:
  bool pack(unsigned size, int flush) {
    state_.next_in = in_.data();
    state_.avail_in = size;
    do {
      state_.next_out = out_.data();
      state_.avail_out = static_cast<uInt>(out_.size());
      ::deflate(&state_, flush);
      if (!write(out_.size() - state_.avail_out)) return false;
    } while (state_.avail_out == 0);
    return true;
  }

  bool write(std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      ::ssize_t const more = ::write(to_.get(), out_.data() + done, size - done);
      if (more < 0 && errno != EINTR) return false;
      if (more > 0) done += static_cast<std::size_t>(more);
    }
    // fsync(2) at the end holds writers up. It is short when the disk has most of the copy by then.
    constexpr std::size_t enough = std::size_t{1} << 20;
    if ((unsent_ += size) >= enough) {
      unsent_ = 0;
      ::sync_file_range(to_.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
    }
    return true;
  }

  /// The copy is on the disk before the file goes.
  void complete() {
    std::string const whole = name_ + ".gz";
    struct ::stat of {};
    if (::fstat(from_.get(), &of) == 0) {
      ::timespec const times[] = {of.st_atim, of.st_mtim};
      ::futimens(to_.get(), times);
    }
    if (::fsync(to_.get()) != 0 ||
        ::renameat(directory_, copy_name_.c_str(), directory_, whole.c_str()) != 0)
      return;
    is_complete_ = true;
    ::unlinkat(directory_, name_.c_str(), 0);
  }

  int directory_;
  std::string name_;
  std::string copy_name_;
  owned_descriptor from_;
  owned_descriptor to_;
  ::z_stream state_{};
  std::size_t unsent_ = 0;  ///< bytes that the disk has not been asked to take yet
  bool is_open_ = false;
  bool is_complete_ = false;
  std::array<unsigned char, 64 * 1024> in_{};
  std::array<unsigned char, 64 * 1024> out_{};
};

}  // namespace trace2_program::listening
