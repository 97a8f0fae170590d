// Shell patterns over whole strings, as they select configuration keys (R-PAR-03) and events.
#pragma once

#include <trace2/detail/ascii.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::inline v0::detail {

enum class letter_case { significant, ignored };

/// The test for a class such as `alpha`; null if there is none of that name.
inline auto find_character_class(std::string_view name) noexcept -> bool (*)(char) {
  struct named_class {
    std::string_view name;
    bool (*holds)(char);
  };
  constexpr named_class classes[] = {
      {"alnum", [](char c) { return is_letter(c) || is_digit(c); }},
      {"alpha", [](char c) { return is_letter(c); }},
      {"blank", [](char c) { return c == ' ' || c == '\t'; }},
      {"cntrl", [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }},
      {"digit", [](char c) { return is_digit(c); }},
      {"graph", [](char c) { return c > ' ' && c < 0x7f; }},
      {"lower", [](char c) { return is_lower(c); }},
      {"print", [](char c) { return c >= ' ' && c < 0x7f; }},
      {"punct", [](char c) { return c > ' ' && c < 0x7f && !is_letter(c) && !is_digit(c); }},
      {"space", [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }},
      {"upper", [](char c) { return is_upper(c); }},
      {"xdigit", [](char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); }},
  };
  for (named_class const& known : classes)
    if (known.name == name) return known.holds;
  return nullptr;
}

/// One pattern: `*` matches any run of bytes, also of `.` and `/`; `?` one byte; `[…]` a class with
/// ranges, `!` or `^` to negate it and names like `[:alpha:]`; `\` takes the next byte literally. A
/// malformed class or a `\` at the end matches nothing. Allocates nothing; takes time proportional
/// to the pattern's size times the text's at worst.
class glob {
 public:
  explicit glob(std::string_view pattern, letter_case letters = letter_case::significant) noexcept
      : pattern_{pattern}, letters_{letters} {}

  bool matches(std::string_view text) const noexcept {
    std::size_t at = 0;
    std::size_t seen = 0;
    std::size_t behind_star = 0;
    std::size_t star_end = 0;
    while (seen < text.size()) {
      if (at < pattern_.size() && pattern_[at] == '*') {
        behind_star = ++at;
        star_end = seen;
      } else if (std::size_t const next = match_one(at, text[seen])) {
        at = next;
        ++seen;
      } else if (behind_star != 0) {
        // A star takes what a later star could take as well, so only the last one is ever widened.
        at = behind_star;
        seen = ++star_end;
      } else {
        return false;
      }
    }
    while (at < pattern_.size() && pattern_[at] == '*') ++at;
    return at == pattern_.size();
  }

 private:
  /// Where the pattern goes on if its element at `at` matches `c`, else 0.
  std::size_t match_one(std::size_t at, char c) const noexcept {
    if (at == pattern_.size()) return 0;
    if (pattern_[at] == '?') return at + 1;
    if (pattern_[at] == '[') return match_class(at + 1, c);
    if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
    return is_within(pattern_[at], pattern_[at], c) ? at + 1 : 0;
  }

  std::size_t match_class(std::size_t at, char c) const noexcept {
    bool const negated = at < pattern_.size() && (pattern_[at] == '!' || pattern_[at] == '^');
    if (negated) ++at;
    bool found = false;
    // A bracket in the first place is a member and doesn't close the class.
    for (std::size_t const first = at; at < pattern_.size(); ++at) {
      if (pattern_[at] == ']' && at != first) return found != negated ? at + 1 : 0;
      if (std::size_t const end = end_of_name(at)) {
        auto const holds = find_character_class(pattern_.substr(at + 2, end - at - 2));
        if (holds == nullptr) return 0;
        found |= is_member(c, holds);
        at = end + 1;
        continue;
      }
      if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
      char const low = pattern_[at];
      found |= is_within(low, low, c);
      if (at + 2 < pattern_.size() && pattern_[at + 1] == '-' && pattern_[at + 2] != ']') {
        at += 2;
        if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
        // A range that runs backwards holds its first byte alone, as in Git.
        found |= is_within(low, pattern_[at], c);
      }
    }
    return 0;
  }

  /// Where the `:]` of a `[:name:]` that begins at `at` is; 0 if none begins there.
  std::size_t end_of_name(std::size_t at) const noexcept {
    if (!pattern_.substr(at).starts_with("[:")) return 0;
    std::size_t const bracket = pattern_.find(']', at + 2);
    if (bracket == std::string_view::npos || bracket < at + 3) return 0;
    return pattern_[bracket - 1] == ':' ? bracket - 1 : 0;
  }

  bool is_within(char low, char high, char c) const noexcept {
    return is_member(c, [&](char spelling) {
      return static_cast<unsigned char>(low) <= static_cast<unsigned char>(spelling) &&
             static_cast<unsigned char>(spelling) <= static_cast<unsigned char>(high);
    });
  }

  bool is_member(char c, auto const& holds) const noexcept {
    if (letters_ == letter_case::significant) return holds(c);
    return holds(to_lower(c)) || holds(to_upper(c));
  }

  std::string_view pattern_;
  letter_case letters_;
};

}  // namespace trace2::inline v0::detail
