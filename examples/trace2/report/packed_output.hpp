// Compresses what is written and puts it into text: gzip in Base64, which needs no escapes in HTML.
#pragma once

#include <trace2/sink.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>

namespace trace2_program {

/// Passes compressed text on to another sink, which must outlive it. Call `finish` at the end.
class packed_output final : public trace2::sink {
 public:
  explicit packed_output(trace2::sink& to) : to_{to} {
    constexpr int as_gzip = 16;
    constexpr int memory_level = 8;
    is_open_ = ::deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip,
                              memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  packed_output(packed_output const&) = delete;
  packed_output& operator=(packed_output const&) = delete;
  ~packed_output() {
    if (is_open_) ::deflateEnd(&state_);
  }

  void write(std::string_view bytes) noexcept override { pack(bytes, Z_NO_FLUSH); }
  int error() const noexcept override { return is_open_ ? to_.error() : ENOMEM; }

  void finish() {
    pack({}, Z_FINISH);
    if (left_ == 0) return;
    std::size_t const padding = 3 - left_;
    for (std::size_t i = left_; i < 3; ++i) group_[i] = 0;
    put_group();
    text_.resize(text_.size() - padding);
    text_.append(padding, '=');
    to_.write(text_);
    text_.clear();
  }

 private:
  void pack(std::string_view bytes, int flush) noexcept {
    if (!is_open_) return;
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state_.avail_in = static_cast<uInt>(bytes.size());
    do {
      state_.next_out = room_.data();
      state_.avail_out = static_cast<uInt>(room_.size());
      ::deflate(&state_, flush);
      put(room_.size() - state_.avail_out);
    } while (state_.avail_out == 0);
  }

  void put(std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      group_[left_++] = room_[i];
      if (left_ == group_.size()) put_group();
    }
    // The rest of a group stays for the next call.
    to_.write(text_);
    text_.clear();
  }

  void put_group() {
    static constexpr char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::uint32_t const bits =
        std::uint32_t{group_[0]} << 16 | std::uint32_t{group_[1]} << 8 | std::uint32_t{group_[2]};
    for (int shift = 18; shift >= 0; shift -= 6) text_ += letters[bits >> shift & 63];
    left_ = 0;
  }

  trace2::sink& to_;
  z_stream state_{};
  bool is_open_ = false;
  std::array<Bytef, 16 * 1024> room_{};
  std::array<Bytef, 3> group_{};  ///< bytes that become four letters
  std::size_t left_ = 0;          ///< bytes in the group
  std::string text_;
};

}  // namespace trace2_program
