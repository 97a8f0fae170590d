// Numbers the texts of a report, so that its columns hold numbers.
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/keyed_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2::program {

/// Texts by number, each once. Number 0 is the empty text. Memory: up to `most` texts of `longest`
/// bytes, 26 MB with their tables; one that finds no room becomes an ellipsis.
class numbered_texts {
 public:
  static constexpr std::size_t longest = 300;  ///< bytes
  static constexpr std::size_t most = 60'000;

  numbered_texts();

  std::uint32_t number_of(std::string_view text);

  /// In the order of their numbers.
  std::deque<std::string> const& all() const noexcept { return texts_; }
  /// How often a text found no room.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::uint32_t no_room = 1;

  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t, read::table_hash> numbers_;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
