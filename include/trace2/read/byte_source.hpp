// Sources of a trace's bytes: a descriptor, a text in memory, or a class of the program's own; also
// one whose first bytes are known before they are read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/system_calls.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// A finite stream of bytes.
class byte_source {
 public:
  virtual ~byte_source() = default;

  /// Stores at most `size` bytes (not 0) and waits for the first one only. Returns their number, 0
  /// at the end, or a negated errno value.
  virtual std::ptrdiff_t read(char* room, std::size_t size) = 0;

  /// Number of bytes taken from the medium so far. A compressed medium gives fewer bytes than
  /// `read`.
  virtual std::size_t position() const noexcept = 0;
};

/// Reads a descriptor of any kind. Closes it, unless it is standard input.
class descriptor_source final : public byte_source {
 public:
  explicit descriptor_source(int fd) noexcept : fd_{fd} {}
  descriptor_source(descriptor_source const&) = delete;
  descriptor_source& operator=(descriptor_source const&) = delete;
  ~descriptor_source() override {
    if (fd_ > 0) trace2::detail::system_calls::close(fd_);
  }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::ptrdiff_t got = 0;
    do {
      got = trace2::detail::system_calls::read(fd_, room, size);
    } while (got == -EINTR);
    if (got > 0) position_ += static_cast<std::size_t>(got);
    return got;
  }
  std::size_t position() const noexcept override { return position_; }

 private:
  int fd_;
  std::size_t position_ = 0;
};

/// Reads a text in memory.
class text_source final : public byte_source {
 public:
  explicit text_source(std::string text) noexcept : text_{std::move(text)} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::string_view const piece = std::string_view{text_}.substr(position_, size);
    std::copy(piece.begin(), piece.end(), room);
    position_ += piece.size();
    return static_cast<std::ptrdiff_t>(piece.size());
  }
  std::size_t position() const noexcept override { return position_; }

 private:
  std::string text_;
  std::size_t position_ = 0;
};

/// Writes all bytes and waits where it must. Returns 0 or the negated errno value, even where a
/// file may grow no further: SIGXFSZ doesn't end the program.
inline int write_all(int fd, std::string_view bytes) noexcept {
  trace2::detail::signal_guard<> too_large{trace2::detail::sink_system::signal_of_full_file};
  while (!bytes.empty()) {
    ssize_t const written = too_large.watch(trace2::detail::system_calls::write(fd, bytes));
    if (written == -EINTR) continue;
    if (written < 0) return static_cast<int>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Wraps a source and reads its first bytes ahead.
class peeked_source final : public byte_source {
 public:
  static constexpr std::size_t most = std::size_t{64} * 1024;
  static constexpr std::size_t least = 64;

  /// Reads as many bytes as tell the kind of a file. A pipe may give them one by one.
  explicit peeked_source(std::unique_ptr<byte_source> from) : from_{std::move(from)} {
    while (bytes_.size() < least && read_on()) {
    }
  }

  /// The first bytes: at least `least`, unless the source is shorter or broken.
  std::string_view beginning() const noexcept { return bytes_; }

  /// Reads further first bytes. False when there are no more, or no room.
  bool read_on() {
    std::size_t const size = bytes_.size();
    if (error_ != 0 || size == most) return false;
    bytes_.resize(most);
    std::ptrdiff_t const got = from_->read(bytes_.data() + size, most - size);
    error_ = got < 0 ? got : 0;
    bytes_.resize(size + static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
    return got > 0;
  }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    if (given_ == bytes_.size()) return error_ != 0 ? error_ : from_->read(room, size);
    std::size_t const count = bytes_.copy(room, size, given_);
    given_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }
  std::size_t position() const noexcept override { return from_->position(); }

 private:
  std::unique_ptr<byte_source> from_;
  std::string bytes_;
  std::size_t given_ = 0;
  std::ptrdiff_t error_ = 0;
};

/// How a file is compressed, by its first bytes.
enum class compression : unsigned char { none, gzip, zstd };

/// Turns a compressed stream into a source of its content. Null for a compression that the program
/// can't undo; an empty function in programs that can undo none.
using decompressor =
    std::function<std::unique_ptr<byte_source>(compression, std::unique_ptr<byte_source>)>;

namespace input {

/// The compression of a file, by its first bytes.
inline compression compression_of(std::string_view beginning) noexcept {
  if (beginning.starts_with("\x1f\x8b")) return compression::gzip;
  if (beginning.starts_with("\x28\xb5\x2f\xfd")) return compression::zstd;
  // A frame without content may come first. 16 numbers stand for one.
  bool const is_skippable = beginning.size() > 3 && (beginning[0] & 0xf0) == 0x50 &&
                            beginning.substr(1).starts_with("\x2a\x4d\x18");
  return is_skippable ? compression::zstd : compression::none;
}

}  // namespace input

}}}  // namespace trace2::v0::read
