// The phases that are open, so that the end of the session or process shows them too. In the units
// that begin phases: a session holds no code for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/detailed_sum_bodies.hpp>
#include <trace2/call/region.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/quick_exit.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace detail {

/// One open phase. Its memory is that of the list, and serves later phases. A lock would be wrong
/// here: in the child of a fork nobody would ever release one that another thread held.
template <bool Enabled>
class open_phase {
 public:
  /// Null when there is no room, or the session lacks the feature, which is counted.
  [[gnu::noinline]] static open_phase* begin(verb_table const& on, text category, text name,
                                             sum_scope of, call_site at) noexcept {
    auto const* const bodies = detailed_sums_of(*on.process);
    if (bodies == nullptr) return on.process->misuse.detailed_sums.fetch_add(1), nullptr;
    auto* const since = bodies->begin_phase(of);
    if (since == nullptr) return nullptr;
    errno_guard const guard;
    open_phase* const begun = take();
    if (begun == nullptr) {
      session_process().misuse.sum.fetch_add(1);
      std::free(since);
      return nullptr;
    }
    watch_process();
    begun->open(since, category, name, at);
    return begun;
  }

  /// Shows the phase, which its owner uses no more. Nothing if the end of the session or process
  /// has shown it, or is about to.
  [[gnu::noinline]] void end() noexcept {
    if (state_.compare_exchange(is_open, is_busy)) {
      finish(false);
      state_.store_release(is_free);
    } else {
      let_go();
    }
  }

  /// Shows the phase, and is the next one from this very moment; false if there is none, and the
  /// owner uses it no more.
  [[gnu::noinline]] bool next(text category, text name, call_site at) noexcept {
    if (!state_.compare_exchange(is_open, is_busy)) {
      let_go();
      return false;
    }
    auto* const since = finish(true);
    if (since != nullptr)
      open(since, category, name, at);
    else
      state_.store_release(is_free);
    return since != nullptr;
  }

 private:
  friend class leaked<open_phase>;
  /// An integer: clang 14 compares no other.
  enum state : int {
    is_free,
    is_busy,
    is_open,
    is_shown,  ///< by another than its owner, who may still use it
  };

  open_phase() noexcept = default;

  /// A phase of nobody. A look at all open phases.
  static open_phase* take() noexcept {
    for (auto* each = first_.load_acquire(); each != nullptr; each = each->next_)
      if (each->state_.compare_exchange(is_free, is_busy)) return each;
    auto* const made = leaked<open_phase>::make();
    if (made == nullptr) return nullptr;
    do {
      made->next_ = first_.load_relaxed();
    } while (!first_.compare_exchange(made->next_, made));
    return made;
  }

  /// Names are copied: the owner may end its life while the end of the process shows the phase.
  void open(sum_snapshot* since, text category, text name, call_site at) noexcept {
    since_ = since;
    names_.keep(lasting_text{text{category}}, lasting_text{text{name}}, {}, at);
    state_.store_release(is_open);
  }

  sum_snapshot* finish(bool goes_on) noexcept {
    sum_snapshot* next = nullptr;
    auto const* const on = verbs<Enabled>();
    auto const* const bodies = on == nullptr ? nullptr : detailed_sums_of(*on->process);
    if (bodies != nullptr)
      next = bodies->end_phase(since_, goes_on, names_.category(), names_.label(), names_.at());
    else
      std::free(since_);
    names_.drop();
    return next;
  }

  void let_go() noexcept { state_.compare_exchange(is_shown, is_free); }

  /// The handlers of a session are older, and run later. A session of another object knows no
  /// phases of this one, which may be unloaded.
  static void watch_process() noexcept {
    if (&session_process() == &this_process) this_process.show_phases.store_release(&end_all);
    if (is_watched_.load_relaxed() || is_watched_.exchange(true)) return;
    std::atexit([] { end_all(); });
    call_at_quick_exit([] { end_all(); });
  }

  [[gnu::cold]] static void end_all() noexcept {
    for (auto* each = first_.load_acquire(); each != nullptr; each = each->next_)
      if (each->state_.compare_exchange(is_open, is_busy)) {
        each->finish(false);
        each->state_.store_release(is_shown);
      }
  }

  atomic<int> state_{is_busy};
  sum_snapshot* since_ = nullptr;
  region_names names_;
  open_phase* next_ = nullptr;

  static inline constinit atomic<open_phase*> first_{nullptr};
  static inline constinit atomic<bool> is_watched_{false};
};

}}}  // namespace trace2::v0::detail
