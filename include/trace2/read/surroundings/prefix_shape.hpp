// The shape that the prefixes of a log's lines share, though their times and numbers differ.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/surroundings/line_anchor.hpp>
#include <trace2/read/surroundings/line_characters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// The shape of a prefix: `0` for a word that begins with a digit, `a` for another word, a blank
/// between words, ESC for an escape sequence, punctuation as it is. The blanks at its end are kept
/// apart, because they tell where an indented line begins.
class prefix_shape {
 public:
  explicit prefix_shape(std::string_view prefix) {
    std::size_t const end = prefix.find_last_not_of(blanks) + 1;
    end_ = prefix.substr(end);
    prefix = prefix.substr(0, end);
    bool is_behind_blank = false;
    for (std::size_t at = 0; at < prefix.size();) {
      if (is_blank(prefix[at])) {
        is_behind_blank = true;
        ++at;
        continue;
      }
      bool const is_word = is_of_word(prefix[at]);
      if (is_word && is_behind_blank && !marks_.empty() && is_letter_or_digit_mark(marks_.back()))
        marks_.push_back(' ');
      is_behind_blank = false;
      marks_.push_back(is_word ? mark_of_word(prefix[at]) : prefix[at]);
      at += size_of_mark(prefix.substr(at));
      while (is_word && at < prefix.size() && is_of_word(prefix[at])) ++at;
    }
  }

  /// The size of the prefix of this shape that a line begins with; 0 if it has none.
  std::size_t match(std::string_view line) const noexcept {
    std::size_t at = 0;
    for (char const mark : marks_) {
      std::size_t const begin = at;
      while (at < line.size() && at <= longest_prefix && is_blank(line[at])) ++at;
      if (mark == ' ') {
        if (begin == at) return 0;
        continue;
      }
      if (at == line.size() || at > longest_prefix) return 0;
      if (!is_letter_or_digit_mark(mark)) {
        if (line[at] != mark) return 0;
        at += size_of_mark(line.substr(at));
        continue;
      }
      if (!is_of_word(line[at]) || mark_of_word(line[at]) != mark) return 0;
      while (at < line.size() && at <= longest_prefix && is_of_word(line[at])) ++at;
    }
    if (line.substr(at).starts_with(end_)) return at + end_.size();
    return line.find_first_not_of(blanks, at) == line.npos ? line.size() : 0;
  }

  bool operator==(prefix_shape const&) const = default;

 private:
  static constexpr std::string_view blanks = " \t";

  static bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
  static bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10u; }
  static bool is_of_word(char c) noexcept {
    return detail::is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view{"_.,-+/~@"}.find(c) != std::string_view::npos;
  }
  /// A letter may follow an escape sequence, which ends in one.
  static std::size_t size_of_mark(std::string_view text) noexcept {
    return std::max<std::size_t>(size_of_escape(text), 1);
  }
  static char mark_of_word(char first) noexcept { return is_digit(first) ? '0' : 'a'; }
  static bool is_letter_or_digit_mark(char mark) noexcept { return mark == '0' || mark == 'a'; }

  std::string marks_;
  std::string end_;
};

}}}}  // namespace trace2::v0::read::surroundings
