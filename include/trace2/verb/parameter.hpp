// The bodies of the verbs that say under which settings and on what the program works.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verbs/parameter.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/process/state/inheritance.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/settings/config_access.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/text.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class parameter final : public detail::parameter_bodies {
 public:
  [[gnu::noinline, gnu::cold]] void def_param(text name, text value, scope where,
                                              call_site at) const noexcept override {
    if (call_context const s; s)
      emitter::publish(
          event::def_param{
              .scope = where, .param = name.or_empty(), .value = shown_value(s, name, value)},
          s, at);
  }

  [[gnu::noinline, gnu::cold]] void cmd_list_config() const noexcept override {
    if (!detail::this_process.has_listed_config.exchange(true))
      detail::settings_in_use{}->for_each_listed_config(&emit_entry);
  }

  [[gnu::noinline, gnu::cold]] void cmd_list_env_vars() const noexcept override {
    if (!detail::this_process.has_listed_variables.exchange(true))
      detail::settings_in_use{}->for_each_listed_variable(&emit_entry);
  }

  [[gnu::cold]] void cmd_set_config(text key, text value, call_site at) const noexcept override {
    bool const is_listed = detail::settings_in_use{}->is_listed(key);
    if (is_listed) def_param(key, value, scope::unknown, at);
  }

  [[gnu::cold]] void def_repo(repo_id& repo, text worktree, call_site at) const noexcept override {
    if (repo.value > repo_id::unregistered) return;
    repo.value = detail::this_process.next_repo.fetch_add(1);
    if (call_context const s; s)
      emitter::publish(event::def_repo{.worktree = worktree.or_empty()}, s, at, repo);
  }

 private:
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;

  /// The value of a parameter whose name says that it is a secret is hidden whole.
  [[gnu::cold]] static std::string_view shown_value(call_context const& s, std::string_view name,
                                      std::string_view value) noexcept {
    bool const hides = detail::this_process.redact_with.load_relaxed() != nullptr;
    if (hides && !value.empty() && (detail::secret_contexts(name) & detail::in_assignment) != 0)
      return detail::redacted_mark;
    return detail::redacted(s.memory().redacted, value);
  }

  [[gnu::cold]] static void emit_entry(detail::config_entry const& entry) noexcept {
    // The first events have told it; now the variable is that for children.
    if (detail::this_process.trace_context.load_relaxed() != nullptr &&
        entry.key == detail::trace_parent_variable)
      return;
    parameter{}.def_param(entry.key, entry.value, entry.where,
                          detail::own_place("trace2/verb/parameter.hpp"));
  }
};

}}}  // namespace trace2::v0::verb
