// The kind of format that printf-style functions take.
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The word for `[[gnu::format(…)]]`: what std::printf takes. On Windows the compiler checks a
/// plain `printf` by the rules of a C library that doesn't know `%zu`; libstdc++ uses another one.
#if defined(_WIN32) && !defined(__clang__)
#  define TRACE2_DETAIL_PRINTF_STYLE __gnu_printf__
#else
#  define TRACE2_DETAIL_PRINTF_STYLE __printf__
#endif
