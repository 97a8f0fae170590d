// Makes UTF-8 with LF of UTF-16 and of CR.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/surroundings/line_characters.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// How the bytes of an input stand for characters and lines.
struct text_encoding {
  enum class units : unsigned char { bytes, little, big };
  units by = units::bytes;  ///< `little` and `big`: UTF-16
  bool ends_with_cr = false;

  bool is_plain() const noexcept { return by == units::bytes && !ends_with_cr; }

  /// Recognises it by the first bytes.
  static text_encoding of(std::string_view beginning) {
    text_encoding encoding;
    if (beginning.starts_with("\xff\xfe")) encoding.by = units::little;
    if (beginning.starts_with("\xfe\xff")) encoding.by = units::big;
    // Without a mark: the texts of traces are ASCII nearly everywhere.
    if (encoding.by == units::bytes && beginning.size() > 1) {
      if (is_zero_at(beginning, 1) && beginning[0] != '\0') encoding.by = units::little;
      if (is_zero_at(beginning, 0) && beginning[1] != '\0') encoding.by = units::big;
    }
    if (beginning.find('\n') == beginning.npos && beginning.find('\r') != beginning.npos)
      encoding.ends_with_cr = true;
    return encoding;
  }

 private:
  static bool is_zero_at(std::string_view text, std::size_t offset) noexcept {
    constexpr std::size_t looked_at = 64;
    std::size_t const size = std::min(text.size(), looked_at);
    for (std::size_t at = offset; at < size; at += 2)
      if (text[at] != '\0') return false;
    return size > offset;
  }
};

/// Decodes another source. Memory: constant.
class decoded_source final : public byte_source {
 public:
  decoded_source(std::unique_ptr<byte_source> from, text_encoding by)
      : from_{std::move(from)}, by_{by} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    while (taken_ == text_.size()) {
      char piece[4096];
      std::ptrdiff_t const got = is_over_ ? 0 : from_->read(piece, sizeof piece);
      if (got < 0) return got;
      taken_ = 0;
      text_.clear();
      if (got == 0 && std::exchange(is_over_, true)) return 0;
      take({piece, static_cast<std::size_t>(got)});
    }
    std::size_t const count = text_.copy(room, size, taken_);
    taken_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }
  std::size_t position() const noexcept override { return from_->position(); }

 private:
  static constexpr char32_t none = 0xffffffff;

  void take(std::string_view bytes) {
    if (by_.by == text_encoding::units::bytes)
      text_.append(bytes);
    else
      decode(bytes);
    if (by_.ends_with_cr) std::replace(text_.begin(), text_.end(), '\r', '\n');
  }

  void decode(std::string_view bytes) {
    for (char const c : bytes) {
      auto const byte = static_cast<char32_t>(static_cast<unsigned char>(c));
      if (!has_first_) {
        first_ = byte;
      } else {
        bool const is_little = by_.by == text_encoding::units::little;
        take_unit(is_little ? byte << 8 | first_ : first_ << 8 | byte);
      }
      has_first_ = !has_first_;
    }
    if (is_over_ && (has_first_ || high_ != none)) {
      append_utf8(text_, 0xfffd);
      has_first_ = false;
      high_ = none;
    }
  }

  void take_unit(char32_t unit) {
    bool const is_low = unit >= 0xdc00 && unit < 0xe000;
    if (high_ != none && is_low) {
      append_utf8(text_, 0x10000 + ((high_ - 0xd800) << 10) + (unit - 0xdc00));
      high_ = none;
      return;
    }
    if (high_ != none) append_utf8(text_, 0xfffd);
    high_ = unit >= 0xd800 && unit < 0xdc00 ? unit : none;
    if (high_ == none && unit != 0xfeff) append_utf8(text_, unit);
  }

  std::unique_ptr<byte_source> from_;
  text_encoding by_;
  std::string text_;
  std::size_t taken_ = 0;
  char32_t high_ = none;  ///< the first half of a surrogate pair
  char32_t first_ = 0;    ///< the first byte of a unit
  bool has_first_ = false;
  bool is_over_ = false;
};

}}}}  // namespace trace2::v0::read::surroundings
