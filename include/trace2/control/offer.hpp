// Decides whether a program may be controlled: it has to include the control, and it or the person
// who runs it has to allow it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/control/backend.hpp>
#include <trace2/control/service.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/session/announcement.hpp>
#include <trace2/settings/settings.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr setting control_setting{{"control"}, {"control"}};

/// Threads: any; `add` before main.
class control_offers {
 public:
  /// Sessions of this list of targets may be controlled.
  template <class Targets>
  static void add() noexcept {
    static constinit offer own{&control_backend_of<Targets>::value, nullptr, {}};
    if (own.is_listed.exchange(true)) return;
    do {
      own.next = first_.load_relaxed();
    } while (!first_.compare_exchange(own.next, &own));
    tell_of_session.store_release(&see_session);
  }

  /// The program allows it; true if it can be reached now.
  [[gnu::cold]] static bool allow() noexcept {
    is_allowed_.store_release(true);
    // The child of a fork becomes what it is in this thread, not in that of the control.
    if (auto* const begin_child = this_process.begin_child.load_acquire(); begin_child != nullptr)
      begin_child();
    control_backend const* const by = open_.load_acquire();
    return by != nullptr && start_if_allowed(*by);
  }

 private:
  struct offer {
    control_backend const* backend;
    offer* next;
    atomic<bool> is_listed;
  };

  /// A session has begun, or that of a forked child.
  [[gnu::cold]] static void see_session(verb_table const& of) noexcept {
    control_backend const* backend = nullptr;
    for (offer const* each = first_.load_acquire(); each != nullptr; each = each->next)
      if (each->backend->of == &of) backend = each->backend;
    open_.store_release(backend);
    control_of_process.begin_again();
    if (backend != nullptr) start_if_allowed(*backend);
  }

  /// The person who runs the program has the last word.
  static bool start_if_allowed(control_backend const& by) noexcept {
    auto const* const from = this_process.configuration.load_acquire();
    return from != nullptr && from->flag(control_setting, is_allowed_.load_acquire()) &&
           control_of_process.start(by);
  }

  static inline constinit atomic<offer*> first_{nullptr};
  static inline constinit atomic<control_backend const*> open_{nullptr};  ///< of the session
  static inline constinit atomic<bool> is_allowed_{false};
};

template <class Targets>
struct control_offer {
  static void add() noexcept { control_offers::add<Targets>(); }
  static bool allow() noexcept { return control_offers::allow(); }
};

}}}  // namespace trace2::v0::detail
