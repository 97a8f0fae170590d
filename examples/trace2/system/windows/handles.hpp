// Descriptors, texts and errors of this program as Windows has them. Only for files that end in
// .cpp, because <windows.h> has thousands of macros.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#ifndef NOMINMAX
#  define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace trace2::program {

inline HANDLE handle_of(int fd) noexcept {
  if (fd >= 0 && fd <= 2) return ::GetStdHandle(STD_INPUT_HANDLE - static_cast<DWORD>(fd));
  return reinterpret_cast<HANDLE>(std::intptr_t{fd});
}

/// The negated errno value that is the nearest to a code of GetLastError.
inline int negated_error(DWORD code = ::GetLastError()) noexcept {
  if (code == ERROR_SHARING_VIOLATION || code == ERROR_DELETE_PENDING) return -EACCES;
  auto const known =
      std::system_category().default_error_condition(static_cast<int>(code));
  return known.category() == std::generic_category() ? -known.value() : -EIO;
}

/// The descriptor of a file that was opened; the negated errno value if it wasn't.
inline int opened_as(HANDLE file) noexcept {
  if (file == INVALID_HANDLE_VALUE) return negated_error();
  return static_cast<int>(reinterpret_cast<std::intptr_t>(file));
}

/// 0, or the negated errno value of a call that has failed.
inline int result_of(BOOL is_done) noexcept { return is_done != 0 ? 0 : negated_error(); }

/// A text in UTF-16; what is no UTF-8 becomes U+FFFD.
inline std::wstring wide(std::string_view text) {
  int const size = static_cast<int>(text.size());
  std::wstring result(text.size(), L'\0');
  int const length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), size);
  result.resize(static_cast<std::size_t>(length));
  return result;
}

/// A text in UTF-8.
inline std::string narrow(std::wstring_view text) {
  int const size = static_cast<int>(text.size());
  std::string result(3 * text.size(), '\0');
  int const length = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, result.data(),
                                           static_cast<int>(result.size()), nullptr, nullptr);
  result.resize(static_cast<std::size_t>(length));
  return result;
}

}  // namespace trace2::program
