// The variables that children inherit: they tie the traces of the children to this session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/process/state/exported_variable.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr std::string_view trace_parent_variable = "TRACEPARENT";

/// The variables that the environment hands to the children of this process.
struct exported_variables {
  exported_variable session_id;
  exported_variable names;
  exported_variable trace_context;
  timed_fork_lock changing;  ///< held by the thread that changes any of them
};
inline constinit exported_variables exported;

/// Calls `use(name, value, kept)` for each variable that a child inherits; never while there is no
/// session id (R-SID-06).
template <class Use>
void for_each_inherited(Use&& use) noexcept {
  process_state& process = session_process();
  auto const* const identity = process.identity.load_acquire();
  settings_in_use const configuration{process};
  if (identity == nullptr || configuration.get() == nullptr) return;
  use(configuration->variable(setting::parent_sid()), identity->sid(), exported.session_id);
  if (auto const* const hierarchy = process.hierarchy.load_acquire(); hierarchy != nullptr)
    use(configuration->variable(setting::parent_name()), hierarchy->view(), exported.names);
  auto const* const trace_context = process.trace_context.load_acquire();
  if (trace_context == nullptr) return;
  buffer context;
  auto const* const inherited = process.inherited_context.load_acquire();
  trace_context->append(context, inherited == nullptr ? std::string_view{} : inherited->view(),
                        identity->root(), identity->component());
  use(variable_name{trace_parent_variable}, context.view(), exported.trace_context);
}

/// Children get a W3C context below the one that this process has inherited.
[[gnu::cold]] inline void pass_trace_context(trace_context_functions const& by) noexcept {
  if (auto* const context = leaked<buffer>::make(); context != nullptr) {
    context->append(get_variable(trace_parent_variable));
    this_process.inherited_context.store_release(context);
  }
  this_process.trace_context.store_release(&by);
}

/// The lock of a thread that changes what children inherit.
[[gnu::cold]] inline handler_lock<timed_fork_lock, int> lock_inheritance() noexcept {
  watch_forks();
  return handler_lock{exported.changing, 40};
}

/// Puts the inherited variables into the environment of the process, as Git does (R-SID-04), unless
/// the program passes them on itself. A variable that has its value already is left alone: another
/// thread may be reading the environment when a session is switched on.
[[gnu::cold]] inline void export_inheritance() noexcept {
  if (!this_process.exports.load_relaxed()) return;
  if (auto const lock = lock_inheritance(); lock)
    for_each_inherited([](variable_name const& name, std::string_view value,
                          exported_variable& variable) { variable.set(name, value, true); });
}

/// The names above the first command of the session, as long as it has had one.
struct names_above_session {
  atomic<bool> are_known{false};
  atomic<buffer*> kept{nullptr};
};
inline constinit names_above_session names_above;

/// The child of a fork is a session below the names of its parent.
inline void begin_below_parents_names() noexcept { names_above.are_known.store_release(false); }

[[gnu::cold]] inline void keep_names_above(std::string_view names) noexcept {
  buffer* above = names_above.kept.load_acquire();
  if (above == nullptr) above = leaked<buffer>::make();
  if (above == nullptr) return;
  above->clear();
  above->append(names);
  names_above.kept.store_release(above);
  names_above.are_known.store_release(!above->failed());
}

/// Makes these the names that children inherit.
[[gnu::cold]] inline void keep_hierarchy(std::string_view names, bool is_exported) noexcept {
  settings_in_use const configuration;
  exported.names.set(configuration->variable(setting::parent_name()), names, is_exported);
  this_process.hierarchy.store_release(&exported.names.value());
}

/// Lets a session that follows begin below the names that this one has begun below.
[[gnu::cold]] inline void forget_own_names() noexcept {
  if (!names_above.are_known.exchange(false)) return;
  if (auto const lock = lock_inheritance(); lock)
    keep_hierarchy(names_above.kept.load_acquire()->view(), false);
}

/// Sets `into` to the names of commands from the first process down to this one, `name` included,
/// which children inherit from now on (R-HIER-01). Returns them.
[[gnu::cold]] inline std::string_view extend_hierarchy(buffer& into,
                                                       std::string_view name) noexcept {
  into.clear();
  {
    auto const lock = lock_inheritance();
    auto const* const own = this_process.hierarchy.load_acquire();
    bool const is_kept =
        own != nullptr && (!this_process.exports.load_relaxed() || fork_count::has_left_threads());
    // If the variable is exported, the program may have changed it since (R-SET-03).
    std::string_view const above =
        is_kept ? own->view()
                : get_variable(settings_in_use{}->variable(setting::parent_name()));
    if (lock && (own == nullptr || !names_above.are_known.load_relaxed())) keep_names_above(above);
    if (!above.empty() && above.size() <= longest_inheritance) {
      into.append(above);
      into.append('/');
    }
    into.append(name);
    if (into.failed()) return name;
    if (lock) keep_hierarchy(into.view(), this_process.exports.load_relaxed());
  }
  export_inheritance();
  return into.view();
}

}}}  // namespace trace2::v0::detail
