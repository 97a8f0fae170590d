// Cuts what arrives into whole lines, in memory that no writer can make grow.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace trace2_program::listening {

/// Keeps the beginning of a line until its end arrives. A line that is too long is left out.
class line_cutter {
 public:
  /// Takes the next bytes, and returns the whole lines that they complete. `longest`: the bytes of
  /// a line.
  std::string take(std::string_view bytes, std::size_t longest) {
    std::string lines;
    if (is_skipping_) {
      std::size_t const end = bytes.find('\n');
      if (end == bytes.npos) return lines;
      is_skipping_ = false;
      bytes.remove_prefix(end + 1);
    }
    std::size_t const whole = bytes.rfind('\n') + 1;  // 0 without a line feed
    std::string_view const rest = bytes.substr(whole);
    if (whole != 0) {
      lines.reserve(begun_.size() + whole);
      lines.append(begun_).append(bytes.substr(0, whole));
      // Thousands of silent writers would keep memory that others need.
      forget();
    }
    begun_.append(rest);
    if (begun_.size() > longest) {
      ++too_long_;
      is_skipping_ = true;
      forget();
    }
    return lines;
  }

  /// Leaves the beginning of a line out, and gives its memory back, which an assignment would keep.
  void forget() noexcept { std::string{}.swap(begun_); }

  /// The last line, which its writer has not ended.
  std::string_view begun() const noexcept { return begun_; }
  /// Bytes that it has taken from the heap.
  std::size_t size() const noexcept { return begun_.capacity() - std::string{}.capacity(); }
  /// The lines that were left out since the last call.
  std::size_t take_too_long() noexcept { return std::exchange(too_long_, 0); }

 private:
  std::string begun_;
  bool is_skipping_ = false;
  std::size_t too_long_ = 0;
};

}  // namespace trace2_program::listening
