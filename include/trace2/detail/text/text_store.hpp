// Copies of texts that outlive their source: the environment and configuration files change, the
// settings read from them do not.
#pragma once

#include <trace2/detail/text/view_of.hpp>

#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Keeps texts at a fixed place until it's destroyed. Not for several threads at the same time.
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

  /// The copy, a null view of a null view; null as well when memory ran out.
  std::string_view keep(std::string_view text) noexcept {
    if (text.data() == nullptr) return {};
    void* const room = std::malloc(sizeof(header) + text.size());
    if (room == nullptr) return {};
    newest_ = ::new (room) header{newest_};
    char* const copy = reinterpret_cast<char*>(newest_ + 1);
    std::memcpy(copy, text.data(), text.size());
    return view_of(copy, text.size());
  }

 private:
  struct header {
    header* older;
  };

  header* newest_ = nullptr;
};

}}}  // namespace trace2::v0::detail
