// Memory straight from the system. Available where the heap is not: in a signal handler that may
// have interrupted malloc, and in a child that was forked while another thread held malloc's lock.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#ifdef _WIN32
#  include <trace2/detail/system/windows/win32.hpp>
#else
#  include <sys/mman.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Maps private memory filled with zeros, in whole pages; null when there is none. A page takes
/// memory when it is first used. Threads: any, also in a signal handler. Cost: a system call.
inline void* map_zeros(std::size_t size, [[maybe_unused]] int further_flags = 0) noexcept {
#ifdef _WIN32
  constexpr win32::dword reserve_and_commit = 0x3000;
  constexpr win32::dword read_and_write = 4;
  return win32::VirtualAlloc(nullptr, size, reserve_and_commit, read_and_write);
#else
  int const flags = MAP_PRIVATE | MAP_ANONYMOUS | further_flags;
  void* const place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  return place == MAP_FAILED ? nullptr : place;
#endif
}

/// As `map_zeros`, of a size that is hardly ever used: pages that are never used don't count as
/// taken. Windows, and systems that count only used ones anyway, have no such promise.
inline void* reserve_zeros(std::size_t size) noexcept {
#ifdef MAP_NORESERVE
  return map_zeros(size, MAP_NORESERVE);
#else
  return map_zeros(size);
#endif
}

/// Gives back all that a call of `map_zeros` or `reserve_zeros` with that size has mapped.
inline void unmap_zeros(void* place, [[maybe_unused]] std::size_t size) noexcept {
#ifdef _WIN32
  constexpr win32::dword release = 0x8000;
  win32::VirtualFree(place, 0, release);
#else
  ::munmap(place, size);
#endif
}

}}}  // namespace trace2::v0::detail
