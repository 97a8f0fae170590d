// The system calls of the library on Windows, with the names, results and errors of POSIX's. A file
// is an int that holds a HANDLE: 32 bits of it are significant, as Windows promises. The number is
// not a descriptor of a C runtime, because a process may have several of those; but 0, 1 and 2 are
// the standard handles, and 3 to 9 descriptors of the program. A process has handles below 10 from
// its very beginning: no file that the library opens gets one.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/system_clock.hpp>
#include <trace2/detail/system/windows/environment_value.hpp>
#include <trace2/detail/system/windows/error_number.hpp>
#include <trace2/detail/system/windows/file.hpp>
#include <trace2/detail/system/windows/process_snapshot.hpp>
#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>
#include <trace2/value/text.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail {

inline void* find_loaded(char const*) noexcept { return nullptr; }

struct system_calls {
  using process_snapshot = detail::process_snapshot;

  /// The errno value of a number that names another file for now.
  static constexpr int other_file = ENXIO;
  static constexpr int over_quota = 10069;  // WSAEDQUOT

  /// The most bytes that a pipe takes as one piece.
  static constexpr std::size_t pipe_unit = 4096;

  /// Makes a call; none is interrupted here.
  template <class System = system_calls>
  static auto retry(auto const& call) noexcept {
    return call();
  }

  static std::ptrdiff_t write(int fd, text bytes) noexcept {
    win32::dword written = 0;
    std::size_t const size = bytes.size() < largest ? bytes.size() : largest;
    // Runtimes go to the end in front of each write to a descriptor that appends.
    win32::overlapped end{{}, 0xffff'ffff, 0xffff'ffff, nullptr};
    if (!win32::WriteFile(handle_of(fd), bytes.data(), static_cast<win32::dword>(size), &written,
                          is_descriptor(fd) ? &end : nullptr))
      return last_error();
    return static_cast<std::ptrdiff_t>(written);
  }

  static int open(char const* path, open_mode mode, unsigned = 0) noexcept {
    wide_text const name{path};
    if (name.is_too_long()) return -ENAMETOOLONG;
    win32::dword access = win32::generic_read;
    if (mode_has(mode, open_mode::read_and_write))
      access |= win32::generic_write;
    else if (mode_has(mode, open_mode::append))
      // Each write then goes to the end, even while other processes write. A pipe's server allows
      // that only to those who ask for all of writing.
      access = paths::is_named_pipe(path) ? win32::generic_write
                                          : win32::append_data | win32::synchronize;
    win32::dword const disposition = mode_has(mode, open_mode::only_create) ? win32::create_new
                                     : mode_has(mode, open_mode::or_create) ? win32::open_always
                                                                            : win32::open_existing;
    win32::handle const opened =
        win32::CreateFileW(name.c_str(), access, win32::share_all, nullptr, disposition,
                           mode_has(mode, open_mode::no_link) ? win32::flag_open_reparse_point
                                                              : win32::attribute_normal,
                           nullptr);
    return opened == win32::invalid_handle ? last_error() : number_of(opened);
  }

  static int close(int fd) noexcept {
    return win32::CloseHandle(handle_of(fd)) ? 0 : last_error();
  }

  static bool is_terminal(int fd) noexcept {
    win32::dword mode = 0;
    return win32::GetConsoleMode(handle_of(fd), &mode) != 0;
  }

  static std::ptrdiff_t read(int fd, char* room, std::size_t size) noexcept {
    return read_with(fd, room, size, nullptr);
  }
  static std::ptrdiff_t read_at(int fd, char* room, std::size_t size,
                                std::uint64_t offset) noexcept {
    win32::overlapped at{};
    at.offset = static_cast<win32::dword>(offset);
    at.offset_high = static_cast<win32::dword>(offset >> 32);
    return read_with(fd, room, size, &at);
  }

  /// The place itself: holes are read as the zeros that they stand for.
  static std::uint64_t next_data(int, std::uint64_t at, std::uint64_t) noexcept { return at; }

  static int status(int fd, file_status& to) noexcept {
    return status_of(handle_of(fd), false, to);
  }
  static int status(char const* path, file_status& to) noexcept {
    return status_at(path, 0, to);
  }
  /// Of the link itself, if the path is that of a symbolic link.
  static int link_status(char const* path, file_status& to) noexcept {
    return status_at(path, win32::flag_open_reparse_point, to);
  }

  static int remove(char const* path) noexcept {
    wide_text const name{path};
    if (name.is_too_long()) return -ENAMETOOLONG;
    return win32::DeleteFileW(name.c_str()) ? 0 : last_error();
  }

  static int getcwd(char* room, std::size_t size) noexcept {
    wchar_t name[longest_path];
    win32::dword const length = win32::GetCurrentDirectoryW(longest_path, name);
    if (length == 0) return last_error();
    return length < longest_path && to_utf8_path(name, room, size) ? 0 : -ERANGE;
  }

  /// `room` has `longest_path` bytes.
  static int realpath(char const* path, char* room) noexcept {
    wide_text const name{path};
    wchar_t full[longest_path];
    if (name.is_too_long()) return -ENAMETOOLONG;
    win32::dword const length =
        win32::GetFullPathNameW(name.c_str(), longest_path, full, nullptr);
    if (length == 0) return last_error();
    return length < longest_path && to_utf8_path(full, room, longest_path) ? 0 : -ENAMETOOLONG;
  }

  static char const* secure_getenv(char const* name) noexcept {
    return environment_value::of(name);
  }

  /// Sets the variable for the C runtime and for children.
  static int putenv(char const* text) noexcept {
    wide_text const wide{text};
    if (wide.is_too_long()) return -ENAMETOOLONG;
    return ::_wputenv(wide.c_str()) == 0 ? 0 : -ENOMEM;
  }

  static bool is_single_threaded() noexcept { return false; }

  /// Fills at most 256 bytes with random numbers that nobody can foretell.
  static int getentropy(void* to, std::size_t size) noexcept {
    return win32::SystemFunction036(to, static_cast<win32::dword>(size)) ? 0 : -EIO;
  }

  static int getpid() noexcept { return static_cast<int>(win32::GetCurrentProcessId()); }
  static unsigned geteuid() noexcept { return 0; }

  /// True if there is such a process, or it can't be known.
  static bool is_alive(int process) noexcept {
    win32::handle const opened =
        win32::OpenProcess(win32::synchronize, 0, static_cast<win32::dword>(process));
    if (opened == nullptr) return last_error() == -EACCES;
    constexpr win32::dword timeout = 258;
    bool const runs = win32::WaitForSingleObject(opened, 0) == timeout;
    win32::CloseHandle(opened);
    return runs;
  }

  static int gethostname(char* room, std::size_t size) noexcept {
    constexpr int dns_host_name = 1;
    wchar_t name[256];
    win32::dword length = sizeof name / sizeof *name;
    if (!win32::GetComputerNameExW(dns_host_name, name, &length)) return last_error();
    return to_utf8(name, room, size) ? 0 : -ENAMETOOLONG;
  }

  /// Keeps the DLL that holds `code` in memory to the end of the process.
  static void stay_loaded(void (*code)() noexcept) noexcept {
    win32::handle module = nullptr;
    win32::GetModuleHandleExW(win32::pin_module | win32::module_of_address,
                              reinterpret_cast<wchar_t const*>(code), &module);
  }
  /// The same of the DLL of that path; false if it isn't loaded any more.
  static bool stay_loaded(char const* path) noexcept {
    wide_text const name{path};
    win32::handle module = nullptr;
    return !name.is_too_long() &&
           win32::GetModuleHandleExW(win32::pin_module, name.c_str(), &module) != 0;
  }

  static std::int64_t monotonic_nanoseconds() noexcept { return system_clock::monotonic(); }

  static char const* strerror(int code) noexcept {
    return code == ENOSYS ? "not available on Windows" : std::strerror(code);
  }

 protected:
  static win32::handle handle_of(int fd) noexcept {
    constexpr win32::dword standard_input = static_cast<win32::dword>(-10);
    if (fd >= 0 && fd <= 2)
      return win32::GetStdHandle(standard_input - static_cast<win32::dword>(fd));
    if (is_descriptor(fd)) {
      errno_guard const guard;
      return reinterpret_cast<win32::handle>(win32::handle_of_descriptor(fd));
    }
    return reinterpret_cast<win32::handle>(std::intptr_t{fd});
  }
  static int number_of(win32::handle file) noexcept {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(file));
  }

 private:
  static constexpr std::size_t largest = std::size_t{1} << 30;  ///< bytes of one call

  static constexpr bool is_descriptor(int fd) noexcept { return fd >= 3 && fd <= 9; }

  static constexpr bool mode_has(open_mode mode, open_mode part) noexcept {
    return (static_cast<int>(mode) & static_cast<int>(part)) == static_cast<int>(part);
  }

  static std::ptrdiff_t read_with(int fd, char* room, std::size_t size,
                                  win32::overlapped* at) noexcept {
    win32::dword got = 0;
    if (win32::ReadFile(handle_of(fd), room,
                        static_cast<win32::dword>(size < largest ? size : largest), &got, at))
      return static_cast<std::ptrdiff_t>(got);
    constexpr win32::dword end_of_file = 38;
    constexpr win32::dword broken_pipe = 109;
    win32::dword const error = win32::GetLastError();
    return error == end_of_file || error == broken_pipe ? 0 : -error_number(error);
  }

  static int status_at(char const* path, win32::dword further, file_status& to) noexcept {
    // A look at a named pipe would take the place of the connection that it waits for.
    if (paths::is_named_pipe(path)) return to = file_status{file_status::kind::pipe}, 0;
    wide_text const name{path};
    if (name.is_too_long()) return -ENAMETOOLONG;
    win32::handle const opened =
        win32::CreateFileW(name.c_str(), win32::read_attributes, win32::share_all, nullptr,
                           win32::open_existing, win32::flag_backup_semantics | further, nullptr);
    if (opened == win32::invalid_handle) return last_error();
    int const result = status_of(opened, further != 0, to);
    win32::CloseHandle(opened);
    return result;
  }

  static int status_of(win32::handle file, bool tells_links, file_status& to) noexcept {
    using kind = file_status::kind;
    switch (win32::GetFileType(file)) {
      case win32::type_disk:
        break;
      case win32::type_character:
        return to = file_status{kind::character_device}, 0;
      case win32::type_pipe:
        return to = file_status{kind::pipe}, 0;
      default:
        return -EBADF;
    }
    win32::basic_info basic{};
    win32::standard_info standard{};
    win32::id_info id{};
    using info = win32::file_information;
    if (!win32::GetFileInformationByHandleEx(file, info::standard, &standard, sizeof standard) ||
        !win32::GetFileInformationByHandleEx(file, info::id, &id, sizeof id))
      return last_error();
    win32::GetFileInformationByHandleEx(file, info::basic, &basic, sizeof basic);
    constexpr std::int64_t epoch = 116'444'736'000'000'000;  // 1970 in 100 ns since 1601
    bool const is_link = tells_links && (basic.attributes & win32::attribute_reparse_point) != 0;
    to = file_status{is_link                 ? kind::link
                     : standard.is_directory ? kind::directory
                                             : kind::regular,
                     {id.volume, {id.file[0], id.file[1]}},
                     static_cast<std::uint64_t>(standard.size),
                     (basic.written - epoch) / 10,
                     standard.links};
    return 0;
  }
};

}}}  // namespace trace2::v0::detail
