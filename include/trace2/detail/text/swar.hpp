// Scans of eight bytes at a time in a plain 64-bit integer (SWAR, SIMD within a register): fast
// inner loops without an intrinsics header or code for a certain processor.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/number.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace swar {

/// Eight bytes in the order of memory. A function `mark_…` sets the high bit of each byte that it
/// looks for, and no other bit.
using word = std::uint64_t;

inline constexpr std::size_t word_size = sizeof(word);

constexpr word repeat(unsigned char byte) noexcept { return word{byte} * 0x0101010101010101u; }

inline constexpr word high_bits = repeat(0x80);
inline constexpr word low_bits = repeat(0x7f);

inline word load(char const* from) noexcept {
  word result;
  std::memcpy(&result, from, word_size);
  return result;
}

constexpr word mark_non_ascii(word bytes) noexcept { return bytes & high_bits; }

/// Marks the ASCII bytes below `limit`, which is at most 0x80.
constexpr word mark_below(word bytes, unsigned char limit) noexcept {
  word const reaches = (bytes & low_bits) + repeat(static_cast<unsigned char>(0x80 - limit));
  return ~(reaches | bytes) & high_bits;
}

/// Marks the bytes equal to `c`, which is ASCII.
constexpr word mark_equal(word bytes, char c) noexcept {
  word const differs = ((bytes & low_bits) ^ repeat(static_cast<unsigned char>(c))) + low_bits;
  return ~(differs | bytes) & high_bits;
}

/// Index in memory of the first marked byte; `marks` is not 0.
constexpr std::size_t first_marked(word marks) noexcept {
  int const bits = std::endian::native == std::endian::little ? std::countr_zero(marks)
                                                              : std::countl_zero(marks);
  return static_cast<std::size_t>(bits) / 8;
}

/// The number of marked bytes.
constexpr std::size_t count(word marks) noexcept {
  return narrow_cast<std::size_t>((marks >> 7) * repeat(1) >> (64 - 8));
}

/// Position at or behind `from` of the first byte that is one of two ASCII characters; the size of
/// `text` when there is none.
inline std::size_t find_either(std::string_view text, char a, char b, std::size_t from) noexcept {
  for (; text.size() - from >= word_size; from += word_size) {
    word const bytes = load(text.data() + from);
    if (word const marks = mark_equal(bytes, a) | mark_equal(bytes, b); marks != 0)
      return from + first_marked(marks);
  }
  while (from < text.size() && text[from] != a && text[from] != b) ++from;
  return from;
}

}}}}  // namespace trace2::v0::detail::swar
