// Shell-style quoting of arguments and paths in NORMAL and PERF (R-QUO-01..04).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr byte_set never_quoted = ascii_letters | ascii_digits | byte_set{"+,-./:=@_^"};
inline constexpr byte_set escaped_in_quotes{"'!"};

/// Appends `text` so that a POSIX shell reads it as one word. Control bytes stay as they are.
[[gnu::noinline]] inline void append_quoted(buffer& out, std::string_view text) noexcept {
  if (!text.empty() && never_quoted.skip(text) == text.size()) return out.append(text);

  out.append('\'');
  for (;;) {
    std::size_t const plain = escaped_in_quotes.find(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) break;
    out.append("'\\");
    out.append(text[plain]);
    out.append('\'');
    text.remove_prefix(plain + 1);
  }
  out.append('\'');
}

}}}  // namespace trace2::v0::detail
