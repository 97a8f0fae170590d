// The functions of Windows that the library calls, declared by hand: <windows.h> has 18,600 macros,
// `small` and `near` among them, which a header of this library must not bring into a program. An
// assembler name of each lets a unit include <windows.h> as well, before or after this header.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#ifndef _WIN64
#  error "trace2 needs 64-bit Windows; with TRACE2_ENABLED=0 it needs none"
#endif

#define TRACE2_DETAIL_WIN32(name) __asm__(#name)

namespace trace2 { inline namespace v0 { namespace detail { namespace win32 {

using handle = void*;
using dword = unsigned long;
using boolean = int;

struct file_time {
  dword low;
  dword high;

  /// 100 ns since 1601.
  std::int64_t ticks() const noexcept {
    return static_cast<std::int64_t>(std::uint64_t{high} << 32 | low);
  }
};

struct security_attributes;
struct overlapped {
  std::uintptr_t internal[2];
  dword offset;
  dword offset_high;
  handle event;
};

struct basic_info {
  std::int64_t created, accessed, written, changed;  ///< 100 ns since 1601
  dword attributes;
};
struct standard_info {
  std::int64_t allocated, size;
  dword links;
  unsigned char is_deleted, is_directory;
};
struct id_info {
  std::uint64_t volume;
  std::uint64_t file[2];
};
enum class file_information : int { basic = 0, standard = 1, id = 18 };

struct find_data {
  dword attributes;
  file_time created, accessed, written;
  dword size_high, size_low, reserved[2];
  wchar_t name[260];
  wchar_t short_name[14];
};

struct process_entry {
  dword size, users, process;
  std::uintptr_t heap;
  dword module, threads, parent;
  long priority;
  dword flags;
  wchar_t name[260];
};

struct exception_record {
  dword code, flags;
  exception_record* nested;
  void* address;
  dword parameters;
  std::uintptr_t information[15];
};
struct exception_pointers {
  exception_record* record;
  void* context;
};

inline constexpr dword read_attributes = 0x80;
inline constexpr dword append_data = 0x4;
inline constexpr dword synchronize = 0x10'0000;
inline constexpr dword generic_read = 0x8000'0000;
inline constexpr dword generic_write = 0x4000'0000;
inline constexpr dword share_all = 7;  // reading, writing and deleting
inline constexpr dword create_new = 1;
inline constexpr dword open_existing = 3;
inline constexpr dword open_always = 4;
inline constexpr dword attribute_normal = 0x80;
inline constexpr dword attribute_reparse_point = 0x400;
inline constexpr dword flag_backup_semantics = 0x0200'0000;  // directories, too
inline constexpr dword flag_open_reparse_point = 0x0020'0000;
inline constexpr dword type_disk = 1;
inline constexpr dword type_character = 2;
inline constexpr dword type_pipe = 3;
inline constexpr dword pin_module = 1;
inline constexpr dword module_of_address = 4;
inline constexpr std::size_t view_unit = std::size_t{64} << 10;  // views begin at multiples
inline constexpr unsigned utf8 = 65001;
inline constexpr std::uintptr_t current_user = 0xffff'ffff'8000'0001;  // keys of the registry
inline constexpr std::uintptr_t local_machine = 0xffff'ffff'8000'0002;

dword GetLastError() noexcept TRACE2_DETAIL_WIN32(GetLastError);
void SetLastError(dword) noexcept TRACE2_DETAIL_WIN32(SetLastError);
boolean CloseHandle(handle) noexcept TRACE2_DETAIL_WIN32(CloseHandle);
handle GetStdHandle(dword) noexcept TRACE2_DETAIL_WIN32(GetStdHandle);
handle CreateFileW(wchar_t const*, dword access, dword share, security_attributes*,
                   dword disposition, dword flags,
                   handle) noexcept TRACE2_DETAIL_WIN32(CreateFileW);
boolean ReadFile(handle, void*, dword, dword*, overlapped*) noexcept TRACE2_DETAIL_WIN32(ReadFile);
boolean WriteFile(handle, void const*, dword, dword*,
                  overlapped*) noexcept TRACE2_DETAIL_WIN32(WriteFile);
dword GetFileType(handle) noexcept TRACE2_DETAIL_WIN32(GetFileType);
boolean GetFileInformationByHandleEx(handle, file_information, void*, dword) noexcept
    TRACE2_DETAIL_WIN32(GetFileInformationByHandleEx);
boolean GetConsoleMode(handle, dword*) noexcept TRACE2_DETAIL_WIN32(GetConsoleMode);
boolean DeleteFileW(wchar_t const*) noexcept TRACE2_DETAIL_WIN32(DeleteFileW);
handle FindFirstFileW(wchar_t const*, find_data*) noexcept TRACE2_DETAIL_WIN32(FindFirstFileW);
boolean FindNextFileW(handle, find_data*) noexcept TRACE2_DETAIL_WIN32(FindNextFileW);
boolean FindClose(handle) noexcept TRACE2_DETAIL_WIN32(FindClose);
dword GetCurrentDirectoryW(dword, wchar_t*) noexcept TRACE2_DETAIL_WIN32(GetCurrentDirectoryW);
dword GetFullPathNameW(wchar_t const*, dword, wchar_t*,
                       wchar_t**) noexcept TRACE2_DETAIL_WIN32(GetFullPathNameW);
unsigned GetTempFileNameW(wchar_t const*, wchar_t const*, unsigned,
                          wchar_t*) noexcept TRACE2_DETAIL_WIN32(GetTempFileNameW);
int MultiByteToWideChar(unsigned, dword, char const*, int, wchar_t*,
                        int) noexcept TRACE2_DETAIL_WIN32(MultiByteToWideChar);
int WideCharToMultiByte(unsigned, dword, wchar_t const*, int, char*, int, char const*,
                        boolean*) noexcept TRACE2_DETAIL_WIN32(WideCharToMultiByte);
dword GetEnvironmentVariableW(wchar_t const*, wchar_t*,
                              dword) noexcept TRACE2_DETAIL_WIN32(GetEnvironmentVariableW);
dword SearchPathW(wchar_t const*, wchar_t const*, wchar_t const*, dword, wchar_t*,
                  wchar_t**) noexcept TRACE2_DETAIL_WIN32(SearchPathW);
long RegGetValueW(std::uintptr_t, wchar_t const*, wchar_t const*, dword, dword*, void*,
                  dword*) noexcept TRACE2_DETAIL_WIN32(RegGetValueW);
wchar_t** CommandLineToArgvW(wchar_t const*, int*) noexcept TRACE2_DETAIL_WIN32(CommandLineToArgvW);
void* LocalFree(void*) noexcept TRACE2_DETAIL_WIN32(LocalFree);
wchar_t* GetCommandLineW() noexcept TRACE2_DETAIL_WIN32(GetCommandLineW);
dword GetCurrentProcessId() noexcept TRACE2_DETAIL_WIN32(GetCurrentProcessId);
dword GetProcessId(handle) noexcept TRACE2_DETAIL_WIN32(GetProcessId);
boolean GetExitCodeProcess(handle, dword*) noexcept TRACE2_DETAIL_WIN32(GetExitCodeProcess);
handle OpenProcess(dword access, boolean, dword) noexcept TRACE2_DETAIL_WIN32(OpenProcess);
handle CreateToolhelp32Snapshot(dword, dword) noexcept
    TRACE2_DETAIL_WIN32(CreateToolhelp32Snapshot);
boolean Process32FirstW(handle, process_entry*) noexcept TRACE2_DETAIL_WIN32(Process32FirstW);
boolean Process32NextW(handle, process_entry*) noexcept TRACE2_DETAIL_WIN32(Process32NextW);
dword WaitForSingleObject(handle, dword) noexcept TRACE2_DETAIL_WIN32(WaitForSingleObject);
boolean GetComputerNameExW(int, wchar_t*, dword*) noexcept TRACE2_DETAIL_WIN32(GetComputerNameExW);
boolean QueryPerformanceCounter(std::int64_t*) noexcept
    TRACE2_DETAIL_WIN32(QueryPerformanceCounter);
boolean QueryPerformanceFrequency(std::int64_t*) noexcept
    TRACE2_DETAIL_WIN32(QueryPerformanceFrequency);
void GetSystemTimePreciseAsFileTime(file_time*) noexcept
    TRACE2_DETAIL_WIN32(GetSystemTimePreciseAsFileTime);
void Sleep(dword) noexcept TRACE2_DETAIL_WIN32(Sleep);
boolean SwitchToThread() noexcept TRACE2_DETAIL_WIN32(SwitchToThread);
boolean SetConsoleCtrlHandler(boolean (*)(dword) noexcept, boolean) noexcept
    TRACE2_DETAIL_WIN32(SetConsoleCtrlHandler);
[[noreturn]] void ExitProcess(unsigned) noexcept TRACE2_DETAIL_WIN32(ExitProcess);
void* VirtualAlloc(void*, std::size_t, dword, dword) noexcept TRACE2_DETAIL_WIN32(VirtualAlloc);
boolean VirtualFree(void*, std::size_t, dword) noexcept TRACE2_DETAIL_WIN32(VirtualFree);
handle CreateFileMappingW(handle, security_attributes*, dword protection, dword size_high,
                          dword size_low,
                          wchar_t const*) noexcept TRACE2_DETAIL_WIN32(CreateFileMappingW);
void* MapViewOfFile(handle, dword access, dword offset_high, dword offset_low,
                    std::size_t) noexcept TRACE2_DETAIL_WIN32(MapViewOfFile);
boolean UnmapViewOfFile(void const*) noexcept TRACE2_DETAIL_WIN32(UnmapViewOfFile);
void* AddVectoredExceptionHandler(dword, long (*)(exception_pointers*) noexcept) noexcept
    TRACE2_DETAIL_WIN32(AddVectoredExceptionHandler);
boolean DeviceIoControl(handle, dword code, void*, dword, void*, dword, dword*,
                        overlapped*) noexcept TRACE2_DETAIL_WIN32(DeviceIoControl);
unsigned char SystemFunction036(void*, dword) noexcept TRACE2_DETAIL_WIN32(SystemFunction036);
handle GetModuleHandleW(wchar_t const*) noexcept TRACE2_DETAIL_WIN32(GetModuleHandleW);
boolean GetModuleHandleExW(dword, wchar_t const*,
                           handle*) noexcept TRACE2_DETAIL_WIN32(GetModuleHandleExW);
dword GetModuleFileNameW(handle, wchar_t*, dword) noexcept TRACE2_DETAIL_WIN32(GetModuleFileNameW);
boolean K32EnumProcessModules(handle, handle*, dword,
                              dword*) noexcept TRACE2_DETAIL_WIN32(K32EnumProcessModules);
boolean ReadProcessMemory(handle, void const*, void*, std::size_t,
                          std::size_t*) noexcept TRACE2_DETAIL_WIN32(ReadProcessMemory);
void (*GetProcAddress(handle, char const*) noexcept)() TRACE2_DETAIL_WIN32(GetProcAddress);
boolean FreeLibrary(handle) noexcept TRACE2_DETAIL_WIN32(FreeLibrary);
dword FlsAlloc(void (*)(void*)) noexcept TRACE2_DETAIL_WIN32(FlsAlloc);
boolean FlsSetValue(dword, void*) noexcept TRACE2_DETAIL_WIN32(FlsSetValue);
unsigned char TryAcquireSRWLockExclusive(void**) noexcept
    TRACE2_DETAIL_WIN32(TryAcquireSRWLockExclusive);
void AcquireSRWLockExclusive(void**) noexcept TRACE2_DETAIL_WIN32(AcquireSRWLockExclusive);
void ReleaseSRWLockExclusive(void**) noexcept TRACE2_DETAIL_WIN32(ReleaseSRWLockExclusive);

/// Of the C runtime that this module is linked with; that of no file if it isn't open.
std::intptr_t handle_of_descriptor(int) noexcept __asm__("_get_osfhandle");

inline handle const invalid_handle = reinterpret_cast<handle>(std::intptr_t{-1});
inline handle const this_process = invalid_handle;

}}}}  // namespace trace2::v0::detail::win32
