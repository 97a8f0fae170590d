// The inner loop of reading JSON: finds the next character of a string that isn't plain.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/swar.hpp>

#include <cstddef>

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

namespace trace2 { inline namespace v0 { namespace read {

/// Position of the next quote, backslash or control character from `at` on; `end` without one.
[[gnu::always_inline]] inline char const* find_special(char const* at, char const* end) noexcept {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    __m128i const bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(at));
    __m128i const quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    __m128i const backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    __m128i const controls =
        _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(0x1f)), _mm_set1_epi8(0x1f));
    int const marks = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, backslashes), controls));
    if (marks != 0) return at + __builtin_ctz(static_cast<unsigned>(marks));
  }
#else
  namespace swar = detail::swar;
  for (; static_cast<std::size_t>(end - at) >= swar::word_size; at += swar::word_size) {
    swar::word const bytes = swar::load(at);
    swar::word const special = swar::mark_equal(bytes, '"') | swar::mark_equal(bytes, '\\') |
                               swar::mark_below(bytes, 0x20);
    if (special != 0) return at + swar::first_marked(special);
  }
#endif
  while (at != end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
  return at;
}

}}}  // namespace trace2::v0::read
