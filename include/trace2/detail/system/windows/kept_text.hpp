// Texts that callers hold on to.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

#include <cstddef>
#include <cstring>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

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
    auto* const made = ::new (memory) kept_text;
    std::memcpy(made->text_, text, size + 1);
    do made->next_ = first_.load_relaxed();
    while (!first_.compare_exchange(made->next_, made));
    return made->text_;
  }

 private:
  static constinit atomic<kept_text*> first_;

  kept_text* next_ = nullptr;
  char text_[1]{};
};

inline constinit atomic<kept_text*> kept_text::first_{nullptr};

}}}  // namespace trace2::v0::detail
