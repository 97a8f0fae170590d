// Region objects that are not left as the innermost ones of their thread: which regions end then.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/thread.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// Targets show regions that nest: the end of a region also ends the regions that are still open
/// inside it. An object whose region has ended that way, or is open on another thread or in another
/// task, ends nothing, and is counted with its place. A verb's region that ends that way is counted
/// with the place of the outer one.
///
/// The regions are those of the task, while the thread runs one.
class region_order {
 public:
  /// True if the owner's region is another one than the innermost. A verb ends any.
  static bool is_disturbed(call_context const& s, void const* owner) noexcept {
    return owner != nullptr && s.thread->regions().innermost().mark != open_region::owner_at(owner);
  }

  /// `show(s, region, t_rel)` ends the innermost region with an event.
  template <class Show>
  [[gnu::noinline, gnu::cold]] static void leave(call_context const& s, region_call const& of,
                                                 Show const& show) noexcept {
    region_stack& open = s.thread->regions();
    std::size_t const around = outside(open, open_region::owner_at(of.owner));
    if (around == open.size()) return leave_none(s, of);
    while (open.size() - 1 != around) {
      if (open.innermost().mark == 0) this_process.misuse.regions.add(of.at);
      show(s, region_call{}, s.since_region());
    }
    show(s, of, s.since_region());
    // In the place of the thread's own region, it may have passed for one that the thread forgets.
    open.truncate(around);
  }

 private:
  static void leave_none(call_context const& s, region_call const& of) noexcept {
    if (s.thread->leave_forgotten() != thread_context::left::inherited)
      this_process.misuse.regions.add(of.at);
  }

  /// The number of regions around the innermost one of an owner; the number of all if there is
  /// none.
  static std::size_t outside(region_stack const& open, open_region::owner sought) noexcept {
    for (std::size_t i = open.size(); i != 0; --i)
      if (open[i - 1].mark == sought) return i - 1;
    return open.size();
  }
};

}}}  // namespace trace2::v0::detail
