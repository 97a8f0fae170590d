// Saves the program from the files that the library maps. The system raises an exception when a
// program touches mapped memory that it can't read from the disk, or for which the disk has no
// room: the disk may be that of another machine. The guard then puts private memory in the file's
// place, and the program goes on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/guarded_ranges.hpp>
#include <trace2/detail/system/windows/win32.hpp>
#include <trace2/detail/system/yield_processor.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// The argument of a fault handler.
struct fault_info {};

/// All guarded memory of the process. Its handler comes before those of the program, stays for
/// ever, and passes every other exception on. Threads: any may call any function.
class fault_guard {
 public:
  using range = guarded_ranges::range;

  /// Guards a part of a view until `unguard`. Null when memory ran out.
  static range* guard(char const* place, std::size_t size, fault_listener& told) noexcept {
    constexpr win32::dword first = 1;
    if (!is_installed_.exchange(true)) win32::AddVectoredExceptionHandler(first, &handle);
    auto const begin = reinterpret_cast<std::uintptr_t>(place);
    return ranges_.add(begin / win32::view_unit * win32::view_unit, begin + size, told);
  }
  static void unguard(range& ended) noexcept { guarded_ranges::remove(ended); }
  static bool recover(fault_info const&) noexcept { return false; }
  static void unblock() noexcept {}

 private:
  static long handle(win32::exception_pointers* raised) noexcept {
    constexpr win32::dword access_violation = 0xc000'0005;
    constexpr win32::dword in_page_error = 0xc000'0006;
    constexpr std::uintptr_t write = 1;
    constexpr long go_on = -1;
    constexpr long pass_on = 0;
    win32::exception_record const& fault = *raised->record;
    // Guarded memory forbids access, but to execute it, only while another thread replaces it.
    if (fault.code != in_page_error && fault.code != access_violation) return pass_on;
    if (fault.information[0] > write) return pass_on;
    win32::dword const error_of_program = win32::GetLastError();
    bool const is_ours = ranges_.find(fault.information[1], replace);
    win32::SetLastError(error_of_program);
    return is_ours ? go_on : pass_on;
  }

  static bool replace(std::uintptr_t begin, std::uintptr_t end, fault_listener& told) noexcept {
    constexpr win32::dword commit = 0x1000;
    constexpr win32::dword reserve = 0x2000;
    constexpr win32::dword read_and_write_pages = 4;
    auto* const view = reinterpret_cast<void*>(begin);
    while (is_replacing_.exchange(true)) yield_processor();
    // Another thread may have replaced it already: then it is there, and no view.
    win32::dword const how = win32::UnmapViewOfFile(view) ? reserve | commit : commit;
    bool const is_replaced =
        win32::VirtualAlloc(view, end - begin, how, read_and_write_pages) != nullptr;
    is_replacing_.store_release(false);
    if (is_replaced) told.lose();
    return is_replaced;
  }

  static inline constinit guarded_ranges ranges_;
  static inline constinit atomic<bool> is_installed_{false};
  static inline constinit atomic<bool> is_replacing_{false};
};

}}}  // namespace trace2::v0::detail
