// A source whose first bytes are known before they are read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

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
