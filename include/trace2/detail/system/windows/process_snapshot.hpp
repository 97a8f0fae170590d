// The processes of the machine at one moment.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// Empty if the system can't list its processes. Cost: some milliseconds.
class process_snapshot {
 public:
  process_snapshot() noexcept {
    constexpr win32::dword processes = 2;
    taken_ = win32::CreateToolhelp32Snapshot(processes, 0);
  }
  process_snapshot(process_snapshot const&) = delete;
  process_snapshot& operator=(process_snapshot const&) = delete;
  ~process_snapshot() {
    if (taken_ != win32::invalid_handle) win32::CloseHandle(taken_);
  }

  /// Makes the process the one that the other functions tell of. False if there is none.
  bool select(int process) noexcept {
    entry_.size = sizeof entry_;
    for (auto more = win32::Process32FirstW(taken_, &entry_); more;
         more = win32::Process32NextW(taken_, &entry_))
      if (entry_.process == static_cast<win32::dword>(process)) return true;
    return false;
  }
  /// The parent's number, which another process may have by now.
  int parent() const noexcept { return static_cast<int>(entry_.parent); }
  /// Stores the name of its executable file with a zero. False if `room` is too small.
  bool store_name(char* room, std::size_t size) const noexcept {
    return to_utf8(entry_.name, room, size);
  }

 private:
  win32::handle taken_;
  win32::process_entry entry_{};
};

}}}  // namespace trace2::v0::detail
