// A stretch of a text, and the kinds of bytes between which secrets stand.
#pragma once

#include <trace2/detail/text/byte_set.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The positions from `begin` up to `end`, which is not part of it.
struct stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  constexpr bool is_empty() const noexcept { return begin >= end; }
};

/// The sets of bytes that all searches for secrets share.
namespace secret_bytes {

inline constexpr byte_set blank{" \t"};
inline constexpr byte_set line_break{"\r\n"};
inline constexpr byte_set quote{"\"'`"};
inline constexpr byte_set word_break = blank | line_break | quote | byte_set{"\v\f"};
/// Bytes of the names of options, variables, headers and members.
inline constexpr byte_set name = ascii_letters | ascii_digits | byte_set{"_-."};

}  // namespace secret_bytes

/// Like `text.find`, but the size of the text when there is no match, like the searches of
/// byte_set.
constexpr std::size_t find_or_end(std::string_view text, char wanted, std::size_t from) noexcept {
  std::size_t const found = text.find(wanted, from);
  return found != text.npos ? found : text.size();
}

}}}  // namespace trace2::v0::detail
