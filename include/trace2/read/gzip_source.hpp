// A source of compressed traces. A program that includes this header links zlib.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <zlib.h>

namespace trace2 { inline namespace v0 { namespace read {

/// Decompresses a gzip stream, or several in a row, as `cat` makes them. Damage gives the error
/// EBADMSG, after all bytes in front of it. Memory: constant, however much a small file expands to.
class gzip_source final : public byte_source {
 public:
  explicit gzip_source(std::unique_ptr<byte_source> compressed)
      : compressed_{std::move(compressed)}, buffer_(buffer_size) {
    constexpr int gzip_only = 16;
    is_open_ = ::inflateInit2(&state_, MAX_WBITS + gzip_only) == Z_OK;
  }
  gzip_source(gzip_source const&) = delete;
  gzip_source& operator=(gzip_source const&) = delete;
  ~gzip_source() override {
    if (is_open_) ::inflateEnd(&state_);
  }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    if (!is_open_) return -ENOMEM;
    state_.next_out = reinterpret_cast<Bytef*>(room);
    state_.avail_out = static_cast<uInt>(std::min(size, buffer_size));
    uInt const wanted = state_.avail_out;
    while (state_.avail_out == wanted) {
      if (state_.avail_in == 0) {
        std::ptrdiff_t const got = compressed_->read(buffer_.data(), buffer_.size());
        if (got < 0) return got;
        if (got == 0) return is_between_ ? 0 : -EBADMSG;
        state_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
        state_.avail_in = static_cast<uInt>(got);
      }
      if (is_between_ && ::inflateReset(&state_) != Z_OK) return -ENOMEM;
      int const result = ::inflate(&state_, Z_NO_FLUSH);
      is_between_ = result == Z_STREAM_END;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return state_.avail_out == wanted ? -EBADMSG
                                          : static_cast<std::ptrdiff_t>(wanted - state_.avail_out);
    }
    return static_cast<std::ptrdiff_t>(wanted - state_.avail_out);
  }

  std::size_t position() const noexcept override { return compressed_->position(); }

 private:
  static constexpr std::size_t buffer_size = std::size_t{256} * 1024;

  std::unique_ptr<byte_source> compressed_;
  std::vector<char> buffer_;
  z_stream state_{};
  bool is_open_ = false;
  bool is_between_ = false;  ///< behind a complete stream: the source may end here
};

}}}  // namespace trace2::v0::read
