// The lane of a thread whose cursor is gone: emulated thread_local objects, such as those of
// MinGW's GCC, are freed before the library learns that the thread ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/lane.hpp>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

inline void keep(kept_lane<true>& to, cursor const& here) noexcept {
  to = {here.place, here.owner};
}
inline void find(kept_lane<true> const& kept, cursor& here) noexcept {
  if (kept.place == nullptr || here.place != nullptr) return;
  here.place = kept.place;
  here.place->find_room();
  here.end = here.place->end;
  here.room = here.place->room;
  here.ready = here.owner = kept.owner;
}
inline void keep(kept_lane<false>&, cursor const&) noexcept {}
inline void find(kept_lane<false> const&, cursor&) noexcept {}

/// Lets the context of the calling thread know which lane the thread has.
inline void keep_lane(cursor const& here) noexcept {
  if (auto* const context = thread_registry::known(); context != nullptr) keep(context->lane, here);
}
/// Makes the cursor of a thread that ends, if it is a new one, what the one before was.
inline void find_lane(cursor& here) noexcept {
  if (auto* const context = thread_registry::known(); context != nullptr) find(context->lane, here);
}

}}}}  // namespace trace2::v0::detail::recording
