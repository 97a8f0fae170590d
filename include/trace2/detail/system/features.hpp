// What the system offers beyond POSIX. Other headers ask here, so that tests can do without it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// 1 on Linux: system calls by their numbers, pwritev2, fallocate, sigtimedwait, flags of sockets,
/// /proc. 0 elsewhere: POSIX has slower or weaker ways. Tests define TRACE2_DETAIL_POSIX_ONLY to go
/// these ways on Linux; a program is compiled with it as a whole.
#if defined(__linux__) && !defined(TRACE2_DETAIL_POSIX_ONLY)
#  define TRACE2_DETAIL_HAS_LINUX 1
#else
#  define TRACE2_DETAIL_HAS_LINUX 0
#endif
