// An event of the program's own, on its way from the unit that emits it to the session's targets.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/format.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// An event and the targets of the list of its tracer. The targets are known by their names,
/// because the session may be in an object that has its own.
class offered_event {
 public:
  struct entry {
    std::string_view target;
    /// Null if the target ignores the event, or has a writer for all types of events, as the
    /// library's formats do (`target::writer_without_type`).
    writer write;
  };

  /// The last entry is no target: a list may be empty.
  template <std::size_t Size>
  offered_event(untyped_event const& offered, entry const (&entries)[Size]) noexcept
      : event{offered}, entries_{entries}, size_{Size - 1} {}

  /// The entry of a target; null if the list doesn't name the target.
  entry const* find(std::string_view target) const noexcept {
    for (std::size_t i = 0; i < size_; ++i)
      if (entries_[i].target == target) return &entries_[i];
    return nullptr;
  }

  untyped_event const& event;

 private:
  entry const* entries_;
  std::size_t size_;
};

}}}  // namespace trace2::v0::detail
