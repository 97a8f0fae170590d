// The variables that children inherit: they tie the traces of the children to this session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/immortal.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/process/identity.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/trace_context.hpp>
#include <trace2/settings/settings.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Calls `use(variable, value)` for each variable that a child inherits; never while there is no
/// session id (R-SID-06).
template <class Use>
void for_each_inherited(Use&& use) noexcept {
  process_state const& process = session_process();
  auto const* const identity = process.identity.load_acquire();
  auto const* const configuration = process.configuration.load_acquire();
  if (identity == nullptr || configuration == nullptr) return;
  use(configuration->variable(setting::parent_sid()), identity->sid());
  if (auto const* const hierarchy = process.hierarchy.load_acquire(); hierarchy != nullptr)
    use(configuration->variable(setting::parent_name()), hierarchy->view());
  if (!process.passes_trace_context.load_relaxed()) return;
  buffer context;
  auto const* const inherited = process.inherited_context.load_acquire();
  append_trace_parent(context, inherited == nullptr ? std::string_view{} : inherited->view(),
                      identity->root(), identity->component());
  use(variable_name{trace_parent_variable}, context.view());
}

/// Children get a W3C context below the one that this process has inherited.
[[gnu::cold]] inline void pass_trace_context() noexcept {
  if (auto* const context = immortal<buffer>::make(); context != nullptr) {
    context->append(get_variable(trace_parent_variable));
    this_process.inherited_context.store_release(context);
  }
  this_process.passes_trace_context.store_release(true);
}

/// Puts the inherited variables into the environment of the process, as Git does (R-SID-04), unless
/// the program passes them on itself.
[[gnu::cold]] inline void export_inheritance() noexcept {
  if (!this_process.exports.load_relaxed()) return;
  for_each_inherited([](variable_name const& name, std::string_view value) {
    // Another thread may be reading the environment when a session is switched on.
    if (get_variable(name) == value) return;
    buffer terminated;
    terminated.append(value);
    if (char const* const text = terminated.c_str(); text != nullptr) set_variable(name, text);
  });
}

/// The names above the first command of the session; null before that command.
inline constinit atomic<buffer const*> names_above_session{nullptr};

/// Lets a session that follows begin below the names that this one has begun below.
[[gnu::cold]] inline void forget_own_names() noexcept {
  if (auto const* const above = names_above_session.exchange(nullptr); above != nullptr)
    this_process.hierarchy.store_release(above);
}

/// The names of commands from the first process down to this one, `name` included (R-HIER-01).
[[gnu::cold]] inline std::string_view extend_hierarchy(std::string_view name) noexcept {
  auto* const extended = immortal<buffer>::make();
  if (extended == nullptr) return name;
  auto const* const own = this_process.hierarchy.load_acquire();
  // If the variable is exported, the program may have changed it since (R-SET-03).
  std::string_view const above =
      own != nullptr && !this_process.exports.load_relaxed()
          ? own->view()
          : get_variable(
                this_process.configuration.load_acquire()->variable(setting::parent_name()));
  bool const is_first = own == nullptr || names_above_session.load_relaxed() == nullptr;
  if (auto* const kept = is_first ? immortal<buffer>::make() : nullptr; kept != nullptr) {
    kept->append(above);
    names_above_session.store_release(kept);
  }
  if (!above.empty() && above.size() <= longest_inheritance) {
    extended->append(above);
    extended->append('/');
  }
  extended->append(name);
  this_process.hierarchy.store_release(extended);
  export_inheritance();
  return extended->view();
}

}}}  // namespace trace2::v0::detail
