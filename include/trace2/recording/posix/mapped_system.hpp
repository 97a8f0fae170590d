// The system calls about mapped files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/number.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#if TRACE2_DETAIL_HAS_LINUX
#  include <sys/statfs.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Results follow the convention of system_calls.hpp. Threads: any, also in a signal handler.
struct mapped_system : sink_system {
  /// Where a part of a mapped file begins.
  struct position {
    explicit position(std::size_t = 0) noexcept {}
    std::size_t offset(char const* file, void const* part) const noexcept {
      return static_cast<std::size_t>(static_cast<char const*>(part) - file);
    }
  };

  /// Maps a file that grows to `size` bytes; null when there is no room in the address space.
  static char* map(int fd, std::size_t size) noexcept {
    void* const place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return place == MAP_FAILED ? nullptr : static_cast<char*>(place);
  }
  /// The memory of a part that the file has grown by.
  [[gnu::returns_nonnull]] static char* map_part(int, char* file, std::size_t offset,
                                                 std::size_t) noexcept {
    return file + offset;
  }
  /// Unmaps what the file has not grown by.
  static void unmap_rest(char* file, std::size_t offset, std::size_t size) noexcept {
    unmap(file + offset, size);
  }
  /// The bytes of addresses that the process may use, if there is a limit.
  static std::uint64_t address_limit() noexcept {
#ifdef RLIMIT_AS
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
      return detail::narrow_cast<std::uint64_t>(limit.rlim_cur);
#endif
    return UINT64_MAX;
  }
  /// Unmaps the whole pages of a range. A page of the system may be larger than a granule.
  [[gnu::noinline, gnu::cold]] static void unmap(char* place, std::size_t size) noexcept {
    auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::size_t const begin = (reinterpret_cast<std::uintptr_t>(place) + page - 1) / page * page;
    std::size_t const end = (reinterpret_cast<std::uintptr_t>(place) + size) / page * page;
    if (begin < end)
      ::munmap(place + (begin - reinterpret_cast<std::uintptr_t>(place)), end - begin);
  }

  /// True if the file is in memory only, without a disk behind it.
  static bool is_in_memory([[maybe_unused]] int fd) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    constexpr auto tmpfs = 0x01021994;
    struct ::statfs system {};
    return ::fstatfs(fd, &system) == 0 && system.f_type == tmpfs;
#else
    return false;
#endif
  }
  /// Faults the pages in at once, so that stores into them don't enter the kernel page by page.
  static void populate([[maybe_unused]] char* place, [[maybe_unused]] std::size_t size,
                       [[maybe_unused]] bool is_in_memory) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    // MADV_POPULATE_READ and MADV_POPULATE_WRITE, since Linux 5.14.
    constexpr int for_reading = 22;
    constexpr int for_writing = 23;
#  if defined(__x86_64__) || defined(__i386__)
    // The kernel wants to see the first store into a page only if a disk is behind it. So a page of
    // memory that is faulted in for reading takes stores as well, and with it come its neighbours,
    // which save their faults. Other processors may fault to mark such a page as changed.
    bool const is_read = is_in_memory;
#  else
    bool const is_read = false;
#  endif
    ::madvise(place, size, is_read ? for_reading : for_writing);
#endif
  }

  /// Bytes that `reserve` writes at once.
  static constexpr std::size_t largest_write = 64 * granule;

  /// Reserves a part of a file, which grows to contain it; 0 or the negated errno value.
  ///
  /// Writes zeros instead of calling fallocate: pages that were written are present, and cost a
  /// third of pages that are faulted in one by one. As few writes as possible: file systems with
  /// large folios make as large ones as a write and its alignment allow.
  [[gnu::cold]] static int reserve(int fd, std::size_t offset, std::size_t size) noexcept {
    static char zeros[granule];  // never written; not const, so that it takes no room in the file
    constexpr std::size_t parts = largest_write / granule;
    iovec pages[parts];
    for (iovec& page : pages) page = {zeros, granule};
    cancellation_guard const uncancelled;
    signal_guard too_large{SIGXFSZ};
    while (size != 0) {
      std::size_t const count = size / granule < parts ? size / granule : parts;
      ssize_t const written = retry([&]() noexcept {
        ssize_t const result =
            ::pwritev(fd, pages, static_cast<int>(count), static_cast<off_t>(offset));
        return result < 0 ? -errno : result;
      });
      if (written <= 0) return static_cast<int>(too_large.watch(written < 0 ? written : -ENOSPC));
      // A write to a disk that is nearly full may end within a page.
      std::size_t const whole = static_cast<std::size_t>(written) / granule * granule;
      if (whole == 0) return -ENOSPC;
      offset += whole;
      size -= whole;
    }
    return 0;
  }
  /// The path of the running program; empty when the system can't tell.
  static std::string_view program([[maybe_unused]] char* room,
                                  [[maybe_unused]] std::size_t size) noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    ssize_t const length = ::readlink("/proc/self/exe", room, size);
    return view_of(room, length < 0 ? 0 : static_cast<std::size_t>(length));
#else
    return {};
#endif
  }

  /// Sets the permission bits of a file.
  static void set_permissions(int fd, unsigned permissions) noexcept {
    ::fchmod(fd, permissions);
  }

  /// Gives a part of a file back to the disk.
  static void punch(int fd, std::size_t offset, std::size_t size) noexcept {
#if TRACE2_DETAIL_HAS_LINUX && defined(FALLOC_FL_PUNCH_HOLE)
    cancellation_guard const uncancelled;
    ::fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(size));
#else
    static_cast<void>(fd), static_cast<void>(offset), static_cast<void>(size);
#endif
  }
};

}}}}  // namespace trace2::v0::detail::recording
