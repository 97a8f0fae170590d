// Cuts what arrives into whole lines, in memory that no writer can make grow.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace trace2::program::listening {

/// Keeps the beginning of a line until its end arrives. A line that is too long is left out.
class line_cutter {
 public:
  /// Takes the next bytes, and returns the whole lines that they complete. `longest`: the bytes of
  /// a line.
  std::string take(std::string_view bytes, std::size_t longest);

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

}  // namespace trace2::program::listening
