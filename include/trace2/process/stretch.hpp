// A stretch of a text, and the kinds of bytes between which secrets stand.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The positions from `begin` up to `end`, which is not part of it.
struct stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool is_empty() const noexcept { return begin >= end; }
};

/// The sets of bytes that all searches for secrets share.
namespace secret_bytes {

inline constexpr byte_set blank{" \t"};
inline constexpr byte_set line_break{"\r\n"};
inline constexpr byte_set quote{"\"'`"};
inline constexpr byte_set backslash{"\\"};
inline constexpr byte_set word_break = blank | line_break | quote | byte_set{"\v\f"};
/// Bytes of the names of options, variables, headers and members.
inline constexpr byte_set name = ascii_letters | ascii_digits | byte_set{"_-."};

}  // namespace secret_bytes

/// Like `text.find`, but the size of the text when there is no match, like the searches of
/// byte_set.
inline std::size_t find_or_end(std::string_view text, char wanted, std::size_t from) noexcept {
  std::size_t const found = text.find(wanted, from);
  return found != text.npos ? found : text.size();
}

/// Position at which a string that has begun before `from` ends. `escapes` is the number of
/// backslashes in front of its first quote: 0, but for a string within another one. Within the
/// string each level of quoting doubles the backslashes.
inline std::size_t string_end(std::string_view text, std::size_t from, char quote,
                              std::size_t escapes) noexcept {
  for (std::size_t at = from; at < text.size(); ++at) {
    std::size_t const begin = at;
    at = secret_bytes::backslash.skip(text, begin);
    std::size_t const count = at - begin;
    bool const is_last = count < escapes || count % (2 * escapes + 2) == escapes;
    if (at < text.size() && text[at] == quote && is_last)
      return at - (count < escapes ? count : escapes);
  }
  return text.size();
}

/// The end of a value that a quote may have ended: the backslashes in front of the quote belong to
/// it.
inline std::size_t without_escapes(std::string_view text, stretch value) noexcept {
  if (value.end == text.size() || !secret_bytes::quote(text[value.end])) return value.end;
  std::size_t const end = secret_bytes::backslash.skip_back(text, value.end);
  return end < value.begin ? value.begin : end;
}

}}}  // namespace trace2::v0::detail
