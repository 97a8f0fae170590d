// A source of compressed traces. A program that includes this header links libzstd.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/limits.hpp>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <zstd.h>
#include <zstd_errors.h>

namespace trace2 { inline namespace v0 { namespace read {

/// Decompresses a zstd stream, or several in a row, as `cat` makes them. Damage gives the error
/// EBADMSG, a window of more than `limits::zstd_window` bytes EOVERFLOW, after all bytes in front
/// of it. Memory: that of the window and constant, however much a small file expands to.
class zstd_source final : public byte_source {
 public:
  explicit zstd_source(std::unique_ptr<byte_source> compressed)
      : compressed_{std::move(compressed)}, state_{::ZSTD_createDCtx()}, buffer_(buffer_size) {
    int log = 0;
    while (limits::zstd_window >> (log + 1) != 0) ++log;
    if (state_ == nullptr ||
        ::ZSTD_isError(::ZSTD_DCtx_setParameter(state_.get(), ::ZSTD_d_windowLogMax, log)) != 0)
      error_ = -ENOMEM;
  }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    if (error_ != 0) return error_;
    ::ZSTD_outBuffer out{room, size, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !holds_more_) {
        std::ptrdiff_t const got = compressed_->read(buffer_.data(), buffer_.size());
        if (got < 0) return got;
        if (got == 0) return is_between_ ? 0 : -EBADMSG;
        in_ = {buffer_.data(), static_cast<std::size_t>(got), 0};
      }
      std::size_t const result = ::ZSTD_decompressStream(state_.get(), &out, &in_);
      if (::ZSTD_isError(result) != 0) {
        error_ = ::ZSTD_getErrorCode(result) == ::ZSTD_error_frameParameter_windowTooLarge
                     ? -EOVERFLOW
                     : -EBADMSG;
        return out.pos > 0 ? static_cast<std::ptrdiff_t>(out.pos) : error_;
      }
      is_between_ = result == 0;
      holds_more_ = !is_between_ && out.pos == out.size;
    }
    return static_cast<std::ptrdiff_t>(out.pos);
  }

  std::size_t position() const noexcept override { return compressed_->position(); }

 private:
  static constexpr std::size_t buffer_size = std::size_t{256} * 1024;

  struct free_state {
    void operator()(::ZSTD_DCtx* state) const noexcept { ::ZSTD_freeDCtx(state); }
  };

  std::unique_ptr<byte_source> compressed_;
  std::unique_ptr<::ZSTD_DCtx, free_state> state_;
  std::vector<char> buffer_;
  ::ZSTD_inBuffer in_{nullptr, 0, 0};
  int error_ = 0;
  bool is_between_ = false;  ///< behind a complete frame: the source may end here
  bool holds_more_ = false;  ///< the room was too small for what the input gives
};

}}}  // namespace trace2::v0::read
