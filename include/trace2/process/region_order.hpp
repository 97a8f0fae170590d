// Region objects that are not left as the innermost ones of their thread: which region ends then,
// and what becomes of the others.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/left_region.hpp>
#include <trace2/process/region_stack.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/process/thread.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// Targets show regions that nest. A region that is left while others are open inside it is over
/// then, and its time is measured; its event follows those of the others. So all of them keep their
/// own times. Nothing ends for an object whose region the thread doesn't hold open.
///
/// The regions are those of the task, while the thread runs one. `show(s, region, t_rel)` ends the
/// innermost one with an event.
class region_order {
 public:
  /// Regions of a thread that wait for the end of those inside: more are mistakes that nobody is
  /// going to mend, and the regions inside end.
  static constexpr std::size_t most_left = 100;

  /// Whether something else happens than the end of the innermost region.
  static bool is_disturbed(statement const& s, void const* owner) noexcept {
    open_region const& innermost = s.thread->regions().innermost();
    return innermost.mark != open_region::owner_at(owner) &&
           (owner != nullptr || (innermost.mark & open_region::around_has_left) != 0);
  }

  template <class Show>
  [[gnu::noinline, gnu::cold]] static void leave(statement const& s, region_call const& of,
                                                 Show const& show) noexcept {
    region_stack& open = s.thread->regions();
    std::size_t const at = of.owner == nullptr ? open.size() - 1 : find(open, of.owner);
    if (at == open.size()) return leave_unknown(s, of);
    while (open.size() - 1 != at && is_over(open.innermost())) end_innermost(s, show);
    if (open.size() - 1 != at) {
      this_process.misuse.regions.add(of.at);
      if (wait_for_inner(open, at, of, s.now)) return;
      while (open.size() - 1 != at) end_innermost(s, show);
    }
    show(s, of, s.since_region());
    while (open.innermost().left() != nullptr) end_innermost(s, show);
  }

  /// Ends the regions that have been left, and those inside them.
  template <class Show>
  [[gnu::noinline, gnu::cold]] static void end_left(statement const& s, Show const& show) noexcept {
    region_stack& open = s.thread->regions();
    std::size_t outermost = 0;
    while (outermost != open.size() && open[outermost].left() == nullptr) ++outermost;
    while (open.size() > outermost) end_innermost(s, show);
  }

 private:
  /// The index of the innermost region of an owner; their number if there is none.
  static std::size_t find(region_stack const& open, void const* owner) noexcept {
    open_region::owner const sought = open_region::owner_at(owner);
    for (std::size_t i = open.size(); i != 0; --i)
      if (open[i - 1].is_of(sought)) return i - 1;
    return open.size();
  }

  static bool is_over(open_region const& region) noexcept {
    if (region.left() != nullptr) return true;
    open_region::owner const by = region.mark & ~open_region::around_has_left;
    return by != 0 && this_process.left_elsewhere.take(by);
  }

  /// A verb has taken the region, it is open on another thread or in another task, or it is one of
  /// those that a thread forgets.
  static void leave_unknown(statement const& s, region_call const& of) noexcept {
    if (s.thread->leave_forgotten() == thread_context::left::inherited) return;
    this_process.misuse.regions.add(of.at);
    this_process.left_elsewhere.add(open_region::owner_at(of.owner));
  }

  /// False if the regions inside are to end now.
  static bool wait_for_inner(region_stack& open, std::size_t at, region_call const& of,
                             std::int64_t now) noexcept {
    std::size_t waiting = 0;
    for (std::size_t i = 0; i < open.size(); ++i) waiting += open[i].left() != nullptr;
    left_region* const left = waiting < most_left ? left_region::make(of, now) : nullptr;
    if (left == nullptr) return false;
    open[at].mark = open_region::owner_at(left) | open_region::has_left |
                    (open[at].mark & open_region::around_has_left);
    open[at + 1].mark |= open_region::around_has_left;
    return true;
  }

  template <class Show>
  static void end_innermost(statement const& s, Show const& show) noexcept {
    region_stack& open = s.thread->regions();
    std::size_t const around = open.size() - 1;
    open_region const ended = open.innermost();
    left_region* const left = ended.left();
    if (left == nullptr) {
      show(s, region_call{}, s.since_region());
    } else {
      duration const t_rel = duration::microseconds(clock::microseconds(left->left_at()) -
                                                    clock::microseconds(ended.begun));
      show(s, left->call(), t_rel);
      left_region::end(*left);
    }
    // In the place of the thread's own region, it may have passed for one that the thread forgets.
    open.drop(around);
  }
};

}}}  // namespace trace2::v0::detail
