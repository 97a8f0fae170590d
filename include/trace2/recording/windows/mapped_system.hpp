// The system calls about mapped files. A view of a file can't grow: each part has one of its own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/windows/error_number.hpp>
#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>
#include <trace2/detail/text/view_of.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Results follow the convention of system_calls.hpp. Threads: any.
struct mapped_system : sink_system {
  /// Where a part of a mapped file begins.
  struct position {
    explicit position(std::size_t offset = 0) noexcept : offset_{offset} {}
    std::size_t offset(char const*, void const*) const noexcept { return offset_; }

   private:
    std::size_t offset_;
  };

  /// Maps what there is of a file that grows; null when there is no room in the address space.
  static char* map(int fd, std::size_t) noexcept {
    constexpr std::size_t all = 0;
    return map_part(fd, nullptr, 0, all);
  }
  /// The memory of a part that the file has grown by; null when there is no room.
  static char* map_part(int fd, char*, std::size_t offset, std::size_t size) noexcept {
    constexpr win32::dword read_and_write_pages = 4;
    constexpr win32::dword write_view = 2;
    win32::handle const file =
        win32::CreateFileMappingW(handle_of(fd), nullptr, read_and_write_pages, 0, 0, nullptr);
    if (file == nullptr) return nullptr;
    std::size_t const inside = offset % win32::view_unit;
    std::uint64_t const begin = offset - inside;
    void* const view =
        win32::MapViewOfFile(file, write_view, static_cast<win32::dword>(begin >> 32),
                             static_cast<win32::dword>(begin), inside + size);
    win32::CloseHandle(file);  // the view remains
    return view == nullptr ? nullptr : static_cast<char*>(view) + inside;
  }
  static std::uint64_t address_limit() noexcept { return UINT64_MAX; }
  /// Unmaps a part, or what fault_guard has put in its place.
  static void unmap(char* place, std::size_t) noexcept {
    char* const view = place - reinterpret_cast<std::uintptr_t>(place) % win32::view_unit;
    constexpr win32::dword release = 0x8000;
    if (!win32::UnmapViewOfFile(view)) win32::VirtualFree(view, 0, release);
  }
  /// What the file has not grown by isn't mapped.
  static void unmap_rest(char*, std::size_t, std::size_t) noexcept {}

  static bool is_in_memory(int) noexcept { return false; }
  static void populate(char*, std::size_t, bool) noexcept {}

  /// Bytes that `reserve` writes at once.
  static constexpr std::size_t largest_write = std::size_t{64} << 10;

  /// Reserves a part of a file, which grows to contain it; 0 or the negated errno value. Who reads
  /// the file finds what is stored in its memory only in front of the end of what was written.
  static int reserve(int fd, std::size_t offset, std::size_t size) noexcept {
    static char zeros[largest_write];  // never written; not const, so that it takes no room
    win32::overlapped at{};
    at.offset = static_cast<win32::dword>(offset);
    at.offset_high = static_cast<win32::dword>(std::uint64_t{offset} >> 32);
    win32::dword written = 0;
    if (!win32::WriteFile(handle_of(fd), zeros, static_cast<win32::dword>(size), &written, &at))
      return last_error();
    return written == size ? 0 : -ENOSPC;
  }

  /// The path of the running program; empty when the system can't tell.
  static std::string_view program(char* room, std::size_t size) noexcept {
    wchar_t path[longest_path];
    win32::dword const length = win32::GetModuleFileNameW(nullptr, path, longest_path);
    if (length == 0 || length == longest_path || !to_utf8_path(path, room, size)) return {};
    return view_of(room, std::strlen(room));
  }

  /// A file that is read-only couldn't be removed.
  static void set_permissions(int, unsigned) noexcept {}

  /// Gives a part of a file of zeros back to the disk, if its file system can do so.
  static void punch(int fd, std::size_t offset, std::size_t size) noexcept {
    constexpr win32::dword set_sparse = 0x900c4;
    constexpr win32::dword set_zero_data = 0x980c8;
    std::int64_t range[] = {static_cast<std::int64_t>(offset),
                            static_cast<std::int64_t>(offset + size)};
    win32::dword returned = 0;
    win32::DeviceIoControl(handle_of(fd), set_sparse, nullptr, 0, nullptr, 0, &returned, nullptr);
    win32::DeviceIoControl(handle_of(fd), set_zero_data, range, sizeof range, nullptr, 0, &returned,
                           nullptr);
  }
};

}}}}  // namespace trace2::v0::detail::recording
