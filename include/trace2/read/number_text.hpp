// Numbers in text, spelt as in the C locale whatever the program's locale is, and the numbers of an
// event that were out of range.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/reader_system.hpp>
#include <trace2/value/text_list.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace trace2 { inline namespace v0 { namespace read {

/// Numbers that the standard library reads; libc++ before 20 reads whole ones only.
template <class Number>
concept charconv_number =
    requires(char const* text, Number& to) { std::from_chars(text, text, to); };

/// As std::from_chars of the whole text, but with a copy of it, which has room for a thousand
/// characters. Tells whether it was a number.
template <std::floating_point Number>
bool floating_number_from(std::string_view text, Number& to) noexcept {
  char copy[1024];
  if (text.empty() || text.size() >= sizeof copy || text.front() == '+' ||
      text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
    return false;
  copy[text.copy(copy, sizeof copy)] = '\0';
  int const before = errno;
  errno = 0;
  char* end = nullptr;
  auto const number = trace2::detail::plain_number<Number>(copy, &end);
  bool const is_in_range = errno == 0;
  errno = before;
  if (!is_in_range || end != copy + text.size()) return false;
  return to = number, true;
}

/// Reads up to nine digits, as most whole numbers have; false for all other text.
template <std::integral Number>
bool short_number_from(std::string_view text, Number& to) noexcept {
  static_assert(sizeof(Number) >= sizeof(std::int32_t));
  if (text.empty() || text.size() > 9) return false;
  std::uint32_t number = 0;
  for (char const c : text) {
    std::uint32_t const digit = static_cast<unsigned char>(c) - std::uint32_t{'0'};
    if (digit > 9) return false;
    number = number * 10 + digit;
  }
  return to = static_cast<Number>(number), true;
}

/// Reads all of the text as a number and tells whether it is one; if it isn't, `to` stays.
template <class Number>
bool number_from(std::string_view text, Number& to) noexcept {
  if constexpr (std::integral<Number> && sizeof(Number) >= sizeof(std::int32_t))
    if (short_number_from(text, to)) return true;
  if constexpr (charconv_number<Number>) {
    Number number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return false;
    return to = number, true;
  } else {
    return floating_number_from(text, to);
  }
}

/// As `number_from`, but a whole number beyond the range of the type becomes its nearest end, and
/// `is_cut` true; else `is_cut` stays.
template <std::integral Number>
bool clamped_number_from(std::string_view text, Number& to, bool& is_cut) noexcept {
  if (number_from(text, to)) return true;
  Number none{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), none);
  if (error != std::errc::result_out_of_range || end != text.data() + text.size()) return false;
  using range = std::numeric_limits<Number>;
  to = text.front() == '-' ? range::min() : range::max();
  return is_cut = true;
}

/// The numbers of an event that were out of range, told apart by their texts: the first `most` of
/// them, each once. The texts must outlive it.
class cut_numbers {
 public:
  static constexpr std::size_t most = 8;

  void clear() noexcept { count_ = 0; }
  /// The same text at another place is another number.
  void add(std::string_view text) noexcept {
    auto const is_same = [text](std::string_view known) { return known.data() == text.data(); };
    if (count_ < most && std::none_of(begin(), end(), is_same)) texts_[count_++] = text;
  }
  /// Forgets the latest ones, so that `count` are left.
  void shorten(std::size_t count) noexcept { count_ = std::min(count_, count); }

  bool empty() const noexcept { return count_ == 0; }
  std::size_t size() const noexcept { return count_; }
  std::string_view const* begin() const noexcept { return texts_.data(); }
  std::string_view const* end() const noexcept { return texts_.data() + count_; }
  /// Valid until it changes.
  text_list all() const noexcept { return {texts_.data(), count_}; }

 private:
  std::array<std::string_view, most> texts_;
  std::size_t count_ = 0;
};

}}}  // namespace trace2::v0::read
