// Reads the lines of a stream, in memory that does not grow with the stream.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/reserved_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// True if a line of a trace is blank or begins with `#`.
inline bool is_blank_or_comment(std::string_view line) noexcept {
  if (line.starts_with('{')) return false;  // as nearly all lines of EVENT do
  std::size_t const begin = line.find_first_not_of(" \t\r");
  return begin == line.npos || line[begin] == '#';
}

/// Cuts a stream into lines at LF. Memory: 512 KiB, or the longest line and 256 KiB.
class line_reader {
 public:
  static constexpr std::size_t default_most = limits::line;

  /// The result of a call of `next`.
  enum class result : unsigned char {
    line,
    torn_line,  ///< the last line, without LF
    too_long,   ///< a line of more than `most` bytes, which was skipped
    end,
    error  ///< the source has failed; no line follows
  };

  explicit line_reader(byte_source& from, std::size_t most = default_most)
      : from_{from}, most_{most}, buffer_{most + piece} {}

  result next() {
    ++number_;
    bool is_too_long = false;
    for (;;) {
      char* const begin = buffer_.data() + begin_;
      auto const* const line_end =
          static_cast<char const*>(std::memchr(begin + scanned_, '\n', end_ - begin_ - scanned_));
      if (line_end != nullptr) return take(static_cast<std::size_t>(line_end - begin), is_too_long);
      scanned_ = end_ - begin_;
      if (scanned_ > most_) {
        is_too_long = true;
        begin_ = end_;
        scanned_ = 0;
      }
      if (std::ptrdiff_t const got = refill(); got <= 0) return finish(got, is_too_long);
    }
  }

  /// The latest line, without its LF and the byte order mark with which editors and shells of
  /// Windows begin a file; valid until the next call of `next`.
  std::string_view line() const noexcept { return line_; }
  /// The bytes behind the latest line that are read already.
  std::string_view ahead() const noexcept { return {buffer_.data() + begin_, end_ - begin_}; }
  /// The number of the latest line, from 1 on.
  std::uint64_t number() const noexcept { return number_; }
  /// The errno value of the source's error.
  int error() const noexcept { return error_; }

 private:
  static constexpr std::size_t piece = std::size_t{256} * 1024;

  result take(std::size_t size, bool is_too_long) noexcept {
    set_line(size);
    begin_ += size + 1;
    scanned_ = 0;
    return is_too_long || size > most_ ? result::too_long : result::line;
  }

  void set_line(std::size_t size) noexcept {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    line_ = {buffer_.data() + begin_, size};
    if (number_ == 1 && line_.starts_with(mark)) line_.remove_prefix(mark.size());
  }

  std::ptrdiff_t refill() {
    if (begin_ != 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    // There is always room: what exceeds `most` by a byte is dropped before.
    std::ptrdiff_t const got = from_.read(buffer_.data() + end_, piece);
    if (got > 0) end_ += static_cast<std::size_t>(got);
    return got;
  }

  result finish(std::ptrdiff_t got, bool is_too_long) noexcept {
    error_ = static_cast<int>(-got);
    set_line(end_ - begin_);
    begin_ = end_;
    scanned_ = 0;
    if (is_too_long) return result::too_long;
    if (!line_.empty()) return result::torn_line;
    return got < 0 ? result::error : result::end;
  }

  byte_source& from_;
  std::size_t most_;
  reserved_memory buffer_;
  std::size_t begin_ = 0;    ///< beginning of the next line
  std::size_t end_ = 0;      ///< end of the bytes read so far
  std::size_t scanned_ = 0;  ///< bytes of the next line that are known to hold no LF
  std::string_view line_;
  std::uint64_t number_ = 0;
  int error_ = 0;
};

}}}  // namespace trace2::v0::read
