// Reads the words that NORMAL and PERF quote as a shell would (R-QUO-01..04).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/value/text_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Takes quoted words apart. Words are views of the text if they can be; the others take memory
/// from `memory`, which must outlive them.
class quoted_words {
 public:
  explicit quoted_words(std::pmr::memory_resource& memory) noexcept : memory_{&memory} {}

  /// All words of a text, which one blank each separates. Valid until the next call. `is_whole()`
  /// is false when the text has too many.
  text_list all_of(std::string_view text) {
    words_.clear();
    is_whole_ = true;
    while (!text.empty() && is_whole_) {
      words_.push_back(take(text));
      is_whole_ = words_.size() < limits::list_items;
      if (text.empty()) break;
      text.remove_prefix(1);
      // A blank at the end is one that Git writes behind its own name (R-NRM-06).
    }
    return {words_.data(), words_.size()};
  }
  /// The words of a command line that nobody has quoted. A program of Windows, whose path may have
  /// blanks, ends with `.exe`; all other words end at a blank. Valid until the next call.
  text_list all_unquoted(std::string_view text) {
    words_.clear();
    is_whole_ = true;
    std::size_t size = begins_with_drive(text) ? size_of_program(text) : size_to_blank(text);
    while (is_whole_) {
      words_.push_back(text.substr(0, size));
      is_whole_ = words_.size() < limits::list_items;
      if (size == text.size()) break;
      text.remove_prefix(size + 1);
      size = size_to_blank(text);
    }
    return {words_.data(), words_.size()};
  }

  /// True if a text begins with a path of Windows that Git would have quoted for its backslash.
  static bool begins_with_unquoted_path(std::string_view text) noexcept {
    return begins_with_drive(text) && text[2] == '\\';
  }
  bool is_whole() const noexcept { return is_whole_; }

  /// Takes one word from the front; the text then begins with the blank behind it, or is empty.
  std::string_view take(std::string_view& text) {
    std::size_t const size = size_of_word(text);
    std::string_view const word = text.substr(0, size);
    text.remove_prefix(size);
    return unquoted(word);
  }

 private:
  static bool begins_with_drive(std::string_view text) noexcept {
    return text.size() > 2 && detail::is_letter(text[0]) && text[1] == ':' &&
           (text[2] == '\\' || text[2] == '/');
  }

  static std::size_t size_to_blank(std::string_view text) noexcept {
    return std::min(text.find(' '), text.size());
  }
  static std::size_t size_of_program(std::string_view text) noexcept {
    std::size_t const end = std::min(text.find(".exe "), text.find(".EXE "));
    constexpr std::size_t ending = 4;
    if (end != text.npos) return end + ending;
    return text.ends_with(".exe") || text.ends_with(".EXE") ? text.size() : size_to_blank(text);
  }

  /// The size of the first word with its quotes.
  static std::size_t size_of_word(std::string_view text) noexcept {
    std::size_t at = 0;
    while (at < text.size() && text[at] != ' ')
      if (text[at] == '\'')
        at = std::min(text.find('\'', at + 1), text.size() - 1) + 1;
      else
        at += text[at] == '\\' ? 2u : 1u;
    return std::min(at, text.size());
  }

  std::string_view unquoted(std::string_view word) {
    if (word.find_first_of("'\\") == word.npos) return word;
    std::size_t const second = word.find('\'', 1);
    if (word.front() == '\'' && second == word.size() - 1) return word.substr(1, second - 1);
    auto* const begin = static_cast<char*>(memory_->allocate(word.size(), 1));
    char* to = begin;
    bool is_inside = false;
    for (std::size_t at = 0; at < word.size(); ++at) {
      bool const is_escape = !is_inside && word[at] == '\\' && at + 1 < word.size();
      if (is_escape)
        *to++ = word[++at];
      else if (word[at] == '\'')
        is_inside = !is_inside;
      else
        *to++ = word[at];
    }
    return {begin, static_cast<std::size_t>(to - begin)};
  }

  std::pmr::memory_resource* memory_;
  std::vector<std::string_view> words_;
  bool is_whole_ = true;
};

}}}  // namespace trace2::v0::read
