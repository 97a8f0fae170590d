// The variables of the environment in UTF-8. The texts that the C runtime has are in the code page
// of the machine, which can't express all names of files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cstddef>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// The value of a variable; kept, because callers hold on to it.
class environment_value {
 public:
  /// Null if the variable is not set, longer than 32,767 units, or memory ran out. Threads: any.
  [[gnu::cold]] static char const* of(char const* name) noexcept {
    wide_text const wide_name{name};
    auto* const room = new (std::nothrow) working_room;
    if (room == nullptr) return nullptr;
    bool const is_set = !wide_name.is_too_long() && read(wide_name.c_str(), room->wide) &&
                        to_utf8(room->wide, room->narrow, sizeof room->narrow);
    char const* const value = is_set ? kept_text::of(room->narrow) : nullptr;
    delete room;
    return value;
  }

 private:
  static constexpr std::size_t most = 32'768;  ///< units of a value, with the zero at its end

  struct working_room {
    wchar_t wide[most];
    char narrow[3 * most];
  };

  static bool read(wchar_t const* name, wchar_t* room) noexcept {
    // An empty value has no length either, and sets no error.
    win32::SetLastError(0);
    win32::dword const length = win32::GetEnvironmentVariableW(name, room, most);
    return length < most && (length != 0 || win32::GetLastError() == 0);
  }
};

}}}  // namespace trace2::v0::detail
