// Shell patterns, which match a text as a whole. They select configuration keys (R-PAR-03), events
// and paths.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

enum class letter_case { significant, ignored };

/// Whether a slash is a byte like any other, or a separator that only a slash and `**` match.
enum class slashes { ordinary, separating };

/// A class such as `alpha`: up to four ranges of bytes, by their first and last bytes.
struct character_class {
  char name[7];
  char ranges[10];  // ends with a pair of zeros

  bool operator()(char c) const noexcept {
    for (char const* range = ranges; range[1] != '\0'; range += 2)
      if (range[0] <= c && c <= range[1]) return true;
    return false;
  }
};

inline constexpr character_class character_classes[] = {
    {"alnum", "09AZaz"},   {"alpha", "AZaz"},   {"blank", "\t\t  "}, {"cntrl", "\0\x1f\x7f\x7f"},
    {"digit", "09"},       {"graph", "!~"},     {"lower", "az"},     {"print", " ~"},
    {"punct", "!/:@[`{~"}, {"space", "\t\r  "}, {"upper", "AZ"},     {"xdigit", "09AFaf"},
};

/// Null if there is no class of that name.
inline character_class const* find_character_class(std::string_view name) noexcept {
  for (character_class const& candidate : character_classes)
    if (candidate.name == name) return &candidate;
  return nullptr;
}

/// One pattern. `*` matches any run of bytes, also of `.` and `/`; `?` matches one byte; `[…]` is a
/// class with ranges, `!` or `^` to negate it and names like `[:alpha:]`; `\` takes the next byte
/// literally. A malformed class or a `\` at the end matches nothing. With separating slashes
/// wildcards and classes stop at a slash, and `**` as a whole component matches any number of
/// components. Lifetime: borrows the pattern. Cost: no allocation; at worst time proportional to
/// the pattern's size times the text's.
class glob {
 public:
  explicit glob(std::string_view pattern, letter_case letters = letter_case::significant,
                slashes separators = slashes::ordinary) noexcept
      : pattern_{pattern},
        ignores_case_{letters == letter_case::ignored},
        is_path_{separators == slashes::separating} {}

  bool matches(std::string_view text) const noexcept {
    std::size_t at = 0;
    std::size_t seen = 0;
    // A later wildcard can match all that an earlier one of its kind can, so only the last one is
    // ever widened.
    wildcard star;
    wildcard tree;
    while (seen < text.size()) {
      if (std::size_t const behind = skip_tree(at)) {
        if (behind > pattern_.size()) return true;
        tree = {behind, seen};
        star = {};
        at = behind;
      } else if (at < pattern_.size() && pattern_[at] == '*') {
        star = {++at, seen};
      } else if (std::size_t const next = match_one(at, text[seen])) {
        at = next;
        ++seen;
      } else if (star.behind != 0 && !is_separator(text[star.end])) {
        at = star.behind;
        seen = ++star.end;
      } else if (tree.behind != 0) {
        std::size_t const slash = text.find('/', tree.end);
        if (slash == std::string_view::npos) return false;
        star = {};
        at = tree.behind;
        seen = tree.end = slash + 1;
      } else {
        return false;
      }
    }
    while (at < pattern_.size() && pattern_[at] == '*') ++at;
    return at == pattern_.size();
  }

 private:
  /// Positions at which the pattern and the text go on behind a wildcard.
  struct wildcard {
    std::size_t behind = 0;
    std::size_t end = 0;
  };

  bool is_separator(char c) const noexcept { return is_path_ && c == '/'; }

  /// Position behind the component `**` at `at` and its slash; beyond the end of the pattern if the
  /// component is the last one. 0 if no such component begins at `at`.
  std::size_t skip_tree(std::size_t at) const noexcept {
    if (!is_path_ || (at != 0 && pattern_[at - 1] != '/')) return 0;
    std::size_t end = at;
    while (end < pattern_.size() && pattern_[end] == '*') ++end;
    bool const is_component = end == pattern_.size() || pattern_[end] == '/';
    return is_component && end - at >= 2 ? end + 1 : 0;
  }

  /// Position behind the pattern's element at `at` if that matches `c`, else 0.
  std::size_t match_one(std::size_t at, char c) const noexcept {
    if (at == pattern_.size()) return 0;
    if (pattern_[at] == '?') return is_separator(c) ? 0 : at + 1;
    if (pattern_[at] == '[') return is_separator(c) ? 0 : match_class(at + 1, c);
    if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
    return is_within(pattern_[at], pattern_[at], c) ? at + 1 : 0;
  }

  [[gnu::cold]] std::size_t match_class(std::size_t at, char c) const noexcept {
    bool const negated = at < pattern_.size() && (pattern_[at] == '!' || pattern_[at] == '^');
    if (negated) ++at;
    bool is_match = false;
    std::size_t bracket = 0;
    // A bracket in the first place is a member and doesn't close the class.
    for (std::size_t const first = at; at < pattern_.size(); ++at) {
      if (pattern_[at] == ']' && at != first) return is_match != negated ? at + 1 : 0;
      if (std::size_t const end = end_of_name(at, bracket)) {
        auto const holds = find_character_class(pattern_.substr(at + 2, end - at - 2));
        if (holds == nullptr) return 0;
        is_match |= is_member(c, *holds);
        at = end + 1;
        continue;
      }
      if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
      char const low = pattern_[at];
      is_match |= is_within(low, low, c);
      if (at + 2 < pattern_.size() && pattern_[at + 1] == '-' && pattern_[at + 2] != ']') {
        at += 2;
        if (pattern_[at] == '\\' && ++at == pattern_.size()) return 0;
        // A range that runs backwards holds its first byte alone, as in Git.
        is_match |= is_within(low, pattern_[at], c);
      }
    }
    return 0;
  }

  /// Position of the `:]` of a `[:name:]` that begins at `at`; 0 if none begins there. `bracket` is
  /// where the last search has found a `]`: many names may seem to begin in front of one.
  std::size_t end_of_name(std::size_t at, std::size_t& bracket) const noexcept {
    if (!pattern_.substr(at).starts_with("[:")) return 0;
    if (bracket < at + 2) bracket = pattern_.find(']', at + 2);
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
    return ignores_case_ ? holds(to_lower(c)) || holds(to_upper(c)) : holds(c);
  }

  std::string_view pattern_;
  bool ignores_case_;
  bool is_path_;
};

}}}  // namespace trace2::v0::detail
