// Features of the system beyond POSIX. Other headers ask here, so that tests can do without it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// 1 on Linux: system calls by their numbers, pwritev2, fallocate, sigtimedwait, flags of sockets,
/// /proc. 0 elsewhere: POSIX has slower or weaker ways. Tests define TRACE2_DETAIL_POSIX_ONLY to go
/// these ways on Linux; a program is compiled with it as a whole, or it doesn't link.
#if defined(__linux__) && !defined(TRACE2_DETAIL_POSIX_ONLY)
#  define TRACE2_DETAIL_HAS_LINUX 1
#else
#  define TRACE2_DETAIL_HAS_LINUX 0
#endif

/// 1 where the files of programs and libraries are PE's: Windows.
#ifdef _WIN32
#  define TRACE2_DETAIL_HAS_MODULES 1
#else
#  define TRACE2_DETAIL_HAS_MODULES 0
#endif

/// Assembler text: a group of which a linker keeps one for each choice, with a symbol that there
/// may be once in an object.
#ifdef __ELF__
#  if TRACE2_DETAIL_HAS_LINUX
#    define TRACE2_DETAIL_CHOICE "trace2_linux"
#  else
#    define TRACE2_DETAIL_CHOICE "trace2_posix"
#  endif
#  define TRACE2_DETAIL_ONE_CHOICE                                      \
    ".pushsection .trace2_choice,\"G\",%progbits," TRACE2_DETAIL_CHOICE \
    ",comdat\n"                                                         \
    ".globl trace2_units_differ_in_TRACE2_DETAIL_POSIX_ONLY\n"          \
    ".hidden trace2_units_differ_in_TRACE2_DETAIL_POSIX_ONLY\n"         \
    "trace2_units_differ_in_TRACE2_DETAIL_POSIX_ONLY:\n"                \
    ".popsection\n"
#else
#  define TRACE2_DETAIL_ONE_CHOICE ""
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Holds the group of a unit's choice. Each choice has its own name: an optimising linker keeps one
/// of several functions with the same name, and with it one choice.
template <bool HasLinux>
[[gnu::used, gnu::noinline, gnu::cold, gnu::visibility("hidden")]] void hold_choice() noexcept {
  asm volatile(TRACE2_DETAIL_ONE_CHOICE);
}

}}}  // namespace trace2::v0::detail
