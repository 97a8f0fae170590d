// The objects that take part in the session: the list of their switches. The session's own object
// is one of them. Objects on the list stay in memory for ever.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/leaked.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed. Threads: any may call any function. There is no lock:
/// signal handlers and forked children close switches too.
class object_switch_list {
 public:
  using refusal = void (*)(char const* path) noexcept;

  /// Makes all switches lead to the verbs of a session. `refuse` is for objects that don't fit.
  void open(verb_table const& verbs, refusal refuse) noexcept {
    refuse_.store_release(refuse);
    verbs_.store_release(&verbs);
    full_fence();
    for_each([&](object_switch& each) { set(each, &verbs, refuse); });
  }

  /// Switches all calls of all objects off. May run in a signal handler.
  void close() noexcept {
    verbs_.store_release(nullptr);
    refuse_.store_release(nullptr);
    full_fence();
    for_each([](object_switch& each) { set(each, nullptr, nullptr); });
  }

  /// Adds a switch, and makes it lead where the others do. False without memory: it stays off.
  [[gnu::cold]] bool add(object_switch& added) noexcept {
    bool is_known = false;
    for_each([&](object_switch const& each) { is_known = is_known || &each == &added; });
    if (!is_known && !push(added)) return false;
    // A session that begins or ends meanwhile has passed the switch by, or will find it in the
    // list.
    verb_table const* verbs = nullptr;
    do {
      verbs = verbs_.load_acquire();
      set(added, verbs, refuse_.load_acquire());
      full_fence();
    } while (verbs_.load_acquire() != verbs);
    return true;
  }

 private:
  struct entry {
    explicit entry(object_switch& added) noexcept : listed{added} {}
    object_switch& listed;
    entry* next = nullptr;
  };

  static void set(object_switch& each, verb_table const* verbs, refusal refuse) noexcept {
    each.refuse.store_release(refuse);
    each.verbs.store_release(verbs);
  }

  bool push(object_switch& added) noexcept {
    auto* const pushed = leaked<entry>::make(added);
    if (pushed == nullptr) return false;
    do {
      pushed->next = first_.load_relaxed();
    } while (!first_.compare_exchange(pushed->next, pushed));
    return true;
  }

  template <class Use>
  void for_each(Use&& use) const noexcept {
    for (entry const* each = first_.load_acquire(); each != nullptr; each = each->next)
      use(each->listed);
  }

  atomic<entry*> first_{nullptr};
  atomic<verb_table const*> verbs_{nullptr};
  atomic<refusal> refuse_{nullptr};
};

inline constinit object_switch_list all_object_switches;

}}}  // namespace trace2::v0::detail
