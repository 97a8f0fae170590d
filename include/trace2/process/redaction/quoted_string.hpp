// The ends of strings in quotes, as messages, command lines and JSON hold them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Position at which a string that has begun before `from` ends. `escapes` is the number of
/// backslashes in front of its first quote: 0, but for a string within another one. Within the
/// string each level of quoting doubles the backslashes.
[[gnu::noinline]] inline std::size_t string_end(std::string_view text, std::size_t from,
                                                char quote, std::size_t escapes) noexcept {
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
