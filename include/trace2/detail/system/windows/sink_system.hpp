// The further system calls of sinks on Windows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/system_calls.hpp>
#include <trace2/detail/system/yield_processor.hpp>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct sink_system : system_calls {
  static constexpr int signal_of_closed_pipe = 1;
  static constexpr int signal_of_full_file = 2;
  static constexpr int signal_of_terminal = 3;

  static constexpr int stream_socket = 1;
  static constexpr int datagram_socket = 2;
  static constexpr std::size_t socket_path_size = 108;

  /// Waits if the reader of an anonymous pipe doesn't read: Windows can't write to one without.
  static std::ptrdiff_t write_now(int fd, std::string_view bytes) noexcept {
    return write(fd, bytes);
  }
  static int wait_writable(int, int) noexcept { return 1; }

  static std::ptrdiff_t send(int, std::string_view) noexcept { return -ENOSYS; }
  static int socket_type(int) noexcept { return -ENOSYS; }
  static int connect_local(std::string_view, int, int) noexcept { return -ENOSYS; }

  /// Nobody closes handles that he doesn't know, so that ours may have any number.
  static int duplicate(int, int) noexcept { return -EMFILE; }
  static int open_flags(int) noexcept { return static_cast<int>(open_mode::marked); }
  static int descriptor_limit() noexcept { return INT_MAX; }
  static bool limits_file_size() noexcept { return false; }

  /// Entries of a directory without `.` and `..`, counted up to `most`. 0 when it can't be listed
  /// (R-DST-19).
  static int count_entries(char const* path, int most) noexcept {
    wchar_t pattern[longest_path + 2];
    int const length = win32::MultiByteToWideChar(win32::utf8, 0, path, -1, pattern, longest_path);
    if (length <= 1) return 0;
    wchar_t* end = pattern + length - 1;
    if (end[-1] != L'/' && end[-1] != L'\\') *end++ = L'/';
    *end++ = L'*';
    *end = L'\0';
    win32::find_data entry;
    win32::handle const search = win32::FindFirstFileW(pattern, &entry);
    if (search == win32::invalid_handle) return 0;
    int count = 0;
    do {
      std::wstring_view const name = entry.name;
      count += name != L"." && name != L"..";
    } while (count < most && win32::FindNextFileW(search, &entry) != 0);
    win32::FindClose(search);
    return count;
  }

  /// Lets other threads go on for about `milliseconds`.
  static void pause(int milliseconds) noexcept {
    win32::Sleep(static_cast<win32::dword>(milliseconds));
  }
  static void yield() noexcept { yield_processor(); }

  /// Writes raise no signals.
  static bool block_signal(int) noexcept { return true; }
  static void unblock_signal(int) noexcept {}
  static bool is_signal_pending(int) noexcept { return false; }
  static void take_signal(int) noexcept {}
};

}}}  // namespace trace2::v0::detail
