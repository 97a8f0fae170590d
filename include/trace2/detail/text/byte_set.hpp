// Sets of bytes for scanners: a test takes one load and one shift, whichever bytes are in the set.
// A set is made of bits because a table of truth values would be eight times as large, and every
// unit builds these sets when it is compiled.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A set made at compile time, independent of the locale. Searches stay within the text; `from` is
/// at most its size.
class byte_set {
 public:
  consteval explicit byte_set(std::string_view members) noexcept {
    for (char const c : members) words_[word_of(c)] |= bit_of(c);
  }

  /// The bytes from `first` to `last`, both included.
  static consteval byte_set range(unsigned char first, unsigned char last) noexcept {
    byte_set result{""};
    for (unsigned c = first; c <= last; ++c) result.words_[c / 64] |= std::uint64_t{1} << c % 64;
    return result;
  }

  consteval byte_set operator|(byte_set const& other) const noexcept {
    byte_set result = *this;
    for (std::size_t i = 0; i < size; ++i) result.words_[i] |= other.words_[i];
    return result;
  }

  consteval byte_set without(byte_set const& other) const noexcept {
    byte_set result = *this;
    for (std::size_t i = 0; i < size; ++i) result.words_[i] &= ~other.words_[i];
    return result;
  }

  constexpr bool operator()(char c) const noexcept { return (words_[word_of(c)] & bit_of(c)) != 0; }

  /// Position of the first member at or behind `from`; the size of `text` when there is none.
  [[gnu::noinline]] constexpr std::size_t find(std::string_view text,
                                               std::size_t from = 0) const noexcept {
    while (from < text.size() && !(*this)(text[from])) ++from;
    return from;
  }

  /// Position at or behind `from` of the first byte that is no member; the size of `text` when
  /// there is none.
  [[gnu::noinline]] constexpr std::size_t skip(std::string_view text,
                                               std::size_t from = 0) const noexcept {
    while (from < text.size() && (*this)(text[from])) ++from;
    return from;
  }

  /// Position at which the run of members in front of `end` begins.
  [[gnu::noinline]] constexpr std::size_t skip_back(std::string_view text,
                                                    std::size_t end) const noexcept {
    while (end > 0 && (*this)(text[end - 1])) --end;
    return end;
  }

 private:
  static constexpr std::size_t size = 4;

  static constexpr std::size_t word_of(char c) noexcept {
    return static_cast<unsigned char>(c) / 64;
  }
  static constexpr std::uint64_t bit_of(char c) noexcept {
    return std::uint64_t{1} << static_cast<unsigned char>(c) % 64;
  }

  std::uint64_t words_[size]{};
};

inline constexpr byte_set ascii_digits = byte_set::range('0', '9');
inline constexpr byte_set ascii_letters = byte_set::range('A', 'Z') | byte_set::range('a', 'z');

/// As `byte_set::find` for one byte.
inline std::size_t find_or_end(std::string_view text, char wanted, std::size_t from) noexcept {
  std::size_t const place = text.find(wanted, from);
  return place != text.npos ? place : text.size();
}

}}}  // namespace trace2::v0::detail
