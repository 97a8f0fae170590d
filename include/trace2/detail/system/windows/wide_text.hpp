// Texts in UTF-16, as Windows takes and gives them, and texts that callers hold on to.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cstddef>
#include <cstring>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// The longest path, in units of UTF-16 or bytes of UTF-8.
inline constexpr std::size_t longest_path = 4096;

/// A path or a name in UTF-16. Memory: 8 KiB on the stack.
class wide_text {
 public:
  /// Of a text in UTF-8 that ends with zero.
  explicit wide_text(char const* text) noexcept {
    if (win32::MultiByteToWideChar(win32::utf8, 0, text, -1, units_, longest_path) <= 0)
      is_too_long_ = true;
  }
  bool is_too_long() const noexcept { return is_too_long_; }
  wchar_t const* c_str() const noexcept { return units_; }

 private:
  wchar_t units_[longest_path];
  bool is_too_long_ = false;
};

/// Stores a text that ends with zero in UTF-8, with its zero; what is no UTF-16 becomes U+FFFD.
/// False if `room` is too small.
inline bool to_utf8(wchar_t const* text, char* room, std::size_t size) noexcept {
  return win32::WideCharToMultiByte(win32::utf8, 0, text, -1, room, static_cast<int>(size), nullptr,
                                    nullptr) > 0;
}

/// The same of a path, with slashes: Git shows and compares paths so, and Windows takes them.
inline bool to_utf8_path(wchar_t const* path, char* room, std::size_t size) noexcept {
  if (!to_utf8(path, room, size)) return false;
  for (char* at = room; *at != '\0'; ++at)
    if (*at == '\\') *at = '/';
  return true;
}

/// Keeps texts as long as the process lives. Equal texts share one object.
class kept_text {
 public:
  /// The same text; null if memory ran out. Threads: any.
  [[gnu::cold]] static char const* of(char const* text) noexcept {
    for (kept_text* each = first_.load_acquire(); each != nullptr; each = each->next_)
      if (std::strcmp(each->text_, text) == 0) return each->text_;
    std::size_t const size = std::strlen(text);
    void* const memory = ::operator new(sizeof(kept_text) + size, std::nothrow);
    if (memory == nullptr) return nullptr;
    auto* const copy = ::new (memory) kept_text;
    std::memcpy(copy->text_, text, size + 1);
    do copy->next_ = first_.load_relaxed();
    while (!first_.compare_exchange(copy->next_, copy));
    return copy->text_;
  }

 private:
  static constinit atomic<kept_text*> first_;

  kept_text* next_ = nullptr;
  char text_[1]{};
};

inline constinit atomic<kept_text*> kept_text::first_{nullptr};

}}}  // namespace trace2::v0::detail
