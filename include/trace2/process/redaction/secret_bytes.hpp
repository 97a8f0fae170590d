// The kinds of bytes between which secrets stand.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The sets of bytes that all searches for secrets share.
namespace secret_bytes {

inline constexpr byte_set blank{" \t"};
inline constexpr byte_set line_break{"\r\n"};
inline constexpr byte_set space = blank | line_break;
inline constexpr byte_set quote{"\"'`"};
inline constexpr byte_set backslash{"\\"};
inline constexpr byte_set word_break = space | quote | byte_set{"\v\f"};
/// Bytes of the names of options, variables, headers and members.
inline constexpr byte_set name = ascii_letters | ascii_digits | byte_set{"_-."};
/// Bytes of the schemes of URLs, and of those of authorization.
inline constexpr byte_set scheme = ascii_letters | ascii_digits | byte_set{"+-."};

}  // namespace secret_bytes

}}}  // namespace trace2::v0::detail
