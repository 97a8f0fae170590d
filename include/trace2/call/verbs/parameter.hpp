// Verbs that say under which settings and on what the program works. Their bodies are in
// verb/parameter.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

namespace detail {

class parameter_bodies {
 public:
  virtual void def_param(text name, text value, scope, call_site) const noexcept = 0;
  virtual void cmd_list_config() const noexcept = 0;
  virtual void cmd_list_env_vars() const noexcept = 0;
  virtual void cmd_set_config(text key, text value, call_site) const noexcept = 0;
  virtual void def_repo(repo_id&, text worktree, call_site) const noexcept = 0;

 protected:
  ~parameter_bodies() = default;
};

}  // namespace detail

/// The verbs for settings and repositories, which every `basic_tracer` has.
template <bool Enabled>
class parameter_verbs {
 public:
  /// Traces a setting that the program obeys. The value is redacted; it is absent for a setting
  /// without `=` (R-PAR-05).
  static void def_param(text name, text value, scope where = scope::unknown,
                        call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->parameter->def_param(name, value, where, at);
  }
  /// Traces the configuration entries that the user wants to see, as def_param, once per process;
  /// the first cmd_name does so in any case (R-API-12).
  static void cmd_list_config() noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->parameter->cmd_list_config();
  }
  /// Traces the environment variables that the user wants to see, as def_param, once per process;
  /// the first cmd_name does so in any case (R-API-13).
  static void cmd_list_env_vars() noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->parameter->cmd_list_env_vars();
  }
  /// Traces a setting that the program has just changed, if the user wants to see it (R-API-14).
  static void cmd_set_config(text key, text value, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->parameter->cmd_set_config(key, value, at);
  }
  /// Traces a repository, and gives `repo` its number, which later events refer to. Does nothing
  /// when it has one (R-API-23).
  /// Threads: one at a time for each `repo`.
  static void def_repo(repo_id& repo, text worktree, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->parameter->def_repo(repo, worktree, at);
  }
};

// The verbs as functions.

inline void def_param(text name, text value, scope where = scope::unknown,
                      caller from = caller::here()) noexcept {
  parameter_verbs<caller::is_compiled_in>::def_param(name, value, where, from.at);
}
inline void cmd_list_config(caller = caller::here()) noexcept {
  parameter_verbs<caller::is_compiled_in>::cmd_list_config();
}
inline void cmd_list_env_vars(caller = caller::here()) noexcept {
  parameter_verbs<caller::is_compiled_in>::cmd_list_env_vars();
}
inline void cmd_set_config(text key, text value, caller from = caller::here()) noexcept {
  parameter_verbs<caller::is_compiled_in>::cmd_set_config(key, value, from.at);
}
inline void def_repo(repo_id& repo, text worktree, caller from = caller::here()) noexcept {
  parameter_verbs<caller::is_compiled_in>::def_repo(repo, worktree, from.at);
}

}}  // namespace trace2::v0
