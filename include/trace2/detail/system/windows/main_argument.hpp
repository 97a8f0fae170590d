// The arguments of main in UTF-8. The arguments that main receives are in the machine's code page,
// which turns other letters into question marks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cstddef>
#include <new>
#include <string_view>

#include <stdlib.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The same argument in UTF-8 if main has it at that place; others as they are. Lifetime: that of
/// the process. Cost for main's: some 100 bytes of memory that stay.
[[gnu::cold]] inline std::string_view main_argument(std::string_view argument, int index) noexcept {
  if (__argv == nullptr || index >= __argc || argument != __argv[index]) return argument;
  int count = 0;
  wchar_t** const wide = win32::CommandLineToArgvW(win32::GetCommandLineW(), &count);
  if (wide == nullptr) return argument;
  std::string_view result = argument;
  // The C runtime may have replaced patterns by the names of files.
  if (count == __argc) {
    int const size = win32::WideCharToMultiByte(win32::utf8, 0, wide[index], -1, nullptr, 0,
                                                nullptr, nullptr);
    char* const text = size > 0 ? new (std::nothrow) char[static_cast<std::size_t>(size)] : nullptr;
    if (text != nullptr && to_utf8(wide[index], text, static_cast<std::size_t>(size)))
      result = text;
  }
  win32::LocalFree(wide);
  return result;
}

}}}  // namespace trace2::v0::detail
