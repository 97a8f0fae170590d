// Random texts with the characters that a scanner looks for, the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Texts put together from given pieces.
class random_text {
 public:
  explicit random_text(std::vector<std::string> pieces) : pieces_{std::move(pieces)} {}

  std::string next(std::size_t most_pieces) {
    std::string text;
    for (std::size_t rest = below(most_pieces + 1); rest > 0; --rest)
      text += pieces_[below(pieces_.size())];
    return text;
  }

  /// A number from 0 up to `limit`, which is not reached.
  std::size_t below(std::size_t limit) { return generator_() % limit; }

 private:
  std::vector<std::string> pieces_;
  std::mt19937 generator_{20000131};
};

/// Every byte as a piece.
inline std::vector<std::string> all_bytes() {
  std::vector<std::string> bytes;
  for (int c = 0; c < 256; ++c) bytes.emplace_back(1, static_cast<char>(c));
  return bytes;
}

}  // namespace support
