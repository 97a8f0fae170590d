// Copies of texts that outlive their source: settings stay when the environment or the
// configuration files that they came from change.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/view_of.hpp>

#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Keeps texts at fixed addresses until it is destroyed. Threads: one at a time.
class text_store {
 public:
  constexpr text_store() noexcept = default;
  text_store(text_store const&) = delete;
  text_store& operator=(text_store const&) = delete;
  ~text_store() {
    while (newest_ != nullptr) {
      header* const freed = newest_;
      newest_ = freed->older;
      std::free(freed);
    }
  }

  /// Returns the copy; a null view for a null view, and when memory ran out: then `failed` is true
  /// from now on.
  std::string_view keep(std::string_view text) noexcept {
    if (text.data() == nullptr) return {};
    void* const room = std::malloc(sizeof(header) + text.size());
    if (room == nullptr) return failed_ = true, std::string_view{};
    newest_ = ::new (room) header{newest_};
    char* const copy = reinterpret_cast<char*>(newest_ + 1);
    std::memcpy(copy, text.data(), text.size());
    return view_of(copy, text.size());
  }
  bool failed() const noexcept { return failed_; }

 private:
  struct header {
    header* older;
  };

  header* newest_ = nullptr;
  bool failed_ = false;
};

}}}  // namespace trace2::v0::detail
