// Compresses a file bit by bit, between other work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "system/owned_descriptor.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace trace2::program::listening {

/// Makes NAME.gz of a file NAME in a directory, with the same time, and removes the file when all
/// of it is there. Until then the copy has a hidden name.
class gzip_copy {
 public:
  /// Bytes by which the copy grows in a step, at most: what does not compress grows a little.
  static constexpr std::uint64_t most_of_step = std::uint64_t{128} * 1024;

  /// `directory` must stay open.
  gzip_copy(int directory, std::string name);
  gzip_copy(gzip_copy const&) = delete;
  gzip_copy& operator=(gzip_copy const&) = delete;
  ~gzip_copy();

  std::string const& name() const noexcept { return name_; }
  /// Bytes of the copy so far.
  std::uint64_t size() const noexcept { return size_; }

  /// Does a part of the work. False when there is nothing left to do; the file stays as it is if
  /// something has failed.
  bool step();

 private:
  bool pack(unsigned size, int flush);

  bool write(std::size_t size);

  /// The copy is on the disk before the file goes.
  void complete();

  int directory_;
  std::string name_;
  std::string copy_name_;
  owned_descriptor from_;
  owned_descriptor to_;
  ::z_stream state_{};
  std::uint64_t size_ = 0;
  std::size_t unsent_ = 0;  ///< bytes that the disk has not been asked to take yet
  bool is_open_ = false;
  bool is_complete_ = false;
  std::array<unsigned char, 64 * 1024> in_{};
  std::array<unsigned char, 64 * 1024> out_{};
};

}  // namespace trace2::program::listening
