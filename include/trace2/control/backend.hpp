// The interface through which the control reaches the list of targets whose session is open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/joining.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/session/lifetime.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/session/reconfiguration.hpp>
#include <trace2/session/refusal.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/verb/table.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A target as others may see it.
struct target_facts {
  std::string_view name;
  bool is_on = false;
  bool is_attached = false;  ///< by the program, which chose the destination
  std::uint64_t lost = 0;
  settings const* opened_by = nullptr;    ///< null if settings have never opened it
  settings const* filtered_by = nullptr;  ///< whose texts it borrows; null if settings never did so
};

/// Functions for one list of targets, so that the code of the control exists once.
struct control_backend {
  verb_table const* of;
  /// Switches from the settings `before` to others; false if a target can't be opened, if the
  /// session has ended, or if the process has other settings than `before`. `reason` says which
  /// target, and why.
  bool (*apply)(settings const& wanted, settings const& before, buffer& reason) noexcept;
  void (*for_each_target)(function_ref<void(target_facts const&)> use) noexcept;
  /// Makes the id of the session, even if it traces nothing, and hands it on to children: later, in
  /// another thread, the environment may be in use.
  void (*name_session)() noexcept;
  /// Lets events reach the verbs while all targets are off. May run in the child of a fork.
  void (*open_object_switches)() noexcept;
};

template <class Targets>
class control_backend_of {
  static bool apply(settings const& wanted, settings const& before, buffer& reason) noexcept {
    return reconfiguration<Targets>::apply(wanted, before, reason);
  }
  static void name_session() noexcept {
    session_lifetime<Targets>::name();
    // A child must not need memory to switch its calls on.
    all_object_switches.add(object_switch_of<true>::value);
  }
  static void open() noexcept {
    all_object_switches.open(verb_table_of<Targets>, &refuse_object<Targets>);
  }

  [[gnu::cold]] static void for_each_target(function_ref<void(target_facts const&)> use) noexcept {
    call_context const s;
    if (!s) return;
    // A change of the targets in another thread closes no destination meanwhile.
    s.thread->begin_publishing();
    dispatcher<Targets>::for_each([&]<class Target>(Target each) {
      auto const& state = each.state;
      bool const is_on = state.destination() != nullptr;
      use({.name = each.name,
           .is_on = is_on,
           .is_attached = is_on && state.settings().is_attached,
           .lost = state.lost(),
           .opened_by = opening_of<typename Target::kind>.opened_by(),
           .filtered_by = opening_of<typename Target::kind>.filtered_by()});
    });
    s.thread->end_publishing();
  }

 public:
  static constexpr control_backend value{&verb_table_of<Targets>, &apply, &for_each_target,
                                         &name_session, &open};
};

}}}  // namespace trace2::v0::detail
