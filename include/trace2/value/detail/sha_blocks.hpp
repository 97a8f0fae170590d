// The padding that SHA-1 and SHA-256 share (FIPS 180): a message as a sequence of blocks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Four bytes, the highest first.
constexpr std::uint32_t word_at(char const* bytes) noexcept {
  auto const byte = [bytes](int i) {
    return std::uint32_t{static_cast<unsigned char>(bytes[i])} << (24 - 8 * i);
  };
  return byte(0) | byte(1) | byte(2) | byte(3);
}

/// Calls `add(words)`, with an array of 16 big-endian words, for each block of the padded message.
/// The padding is a mark, zeros, and the message's length in bits at the end of a block.
template <class Add>
[[gnu::always_inline]] constexpr void for_each_sha_block(std::string_view message,
                                                         Add const& add) noexcept {
  constexpr std::size_t block_size = 64;
  constexpr std::size_t length_size = sizeof(std::uint64_t);
  auto const add_block = [&add](char const* block) {
    std::uint32_t words[16]{};
    for (std::size_t i = 0; i < 16; ++i) words[i] = word_at(block + 4 * i);
    add(words);
  };

  std::uint64_t bits = std::uint64_t{message.size()} * 8;
  for (; message.size() >= block_size; message.remove_prefix(block_size)) add_block(message.data());

  char last[2 * block_size]{};
  for (std::size_t i = 0; i < message.size(); ++i) last[i] = message[i];
  last[message.size()] = static_cast<char>(0x80);
  bool const takes_both = message.size() + 1 + length_size > block_size;
  for (std::size_t i = takes_both ? 2 * block_size : block_size; bits != 0; bits >>= 8)
    last[--i] = static_cast<char>(bits & 0xff);
  add_block(last);
  if (takes_both) add_block(last + block_size);
}

}}}  // namespace trace2::v0::detail
