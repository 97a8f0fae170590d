// The numbers of definitions. A site keeps its number as long as the process lives, so that all
// recordings of a process count together, in whatever object their sessions begin.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/recording/definition_list.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Constant-initialised and never destroyed. Threads: one at a time.
struct numbering {
  atomic<std::uint32_t> last{0};  ///< the last number that was given
  definition_list known;          ///< the definitions that have numbers
};

inline constinit numbering own_numbering;

/// The numbering of the process: that of the object which recorded first. That object stays loaded.
[[gnu::cold]] inline numbering& numbering_of_process() noexcept {
  object_switch& own = object_switch_of<true>::value;
  numbering* found = own.numbers.load_acquire();
  // The child of a fork must not ask the loader, which another thread of the parent may have been
  // asking: its lock stays locked.
  if (found != nullptr) return *found;
  for_each_switch([&](char const*, object_switch const& each) {
    if (found == nullptr && each.fits(own)) found = each.numbers.load_acquire();
  });
  if (found == nullptr) found = &own_numbering;
  own.numbers.store_release(found);
  return *found;
}

}}}}  // namespace trace2::v0::detail::recording
