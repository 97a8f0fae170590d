// Memory for the texts of one event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text_list.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Keeps texts and lists until `release`. Small events take no memory of the system.
class event_memory {
 public:
  event_memory() = default;
  event_memory(event_memory const&) = delete;
  event_memory& operator=(event_memory const&) = delete;

  /// A copy of a text.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return "";
    auto* const copy = static_cast<char*>(memory_.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  /// A list of what `change` makes of each text and its place.
  template <class Change>
  text_list changed(text_list list, Change&& change) {
    if (list.empty()) return list;
    auto* const items = static_cast<std::string_view*>(
        memory_.allocate(list.count * sizeof(std::string_view), alignof(std::string_view)));
    for (std::size_t i = 0; i < list.count; ++i)
      new (items + i) std::string_view{change(i, list.items[i])};
    return {items, list.count};
  }

  void release() { memory_.release(); }
  std::pmr::memory_resource& resource() noexcept { return memory_; }

 private:
  std::array<std::byte, 4096> first_;
  std::pmr::monotonic_buffer_resource memory_{first_.data(), first_.size()};
};

}}}  // namespace trace2::v0::read
