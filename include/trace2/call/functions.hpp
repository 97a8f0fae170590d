// The verbs of the default tracer as functions: trace2::cmd_name("scan").
//
// Why the last parameter's type follows the setting of the translation unit: units that disagree
// call different functions, each with one definition, and no body has to read a macro.
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/text.hpp>

// Qt makes this word a macro.
#pragma push_macro("emit")
#undef emit
namespace trace2 { inline namespace v0 {

/// The place of a call, and whether tracing is compiled in there. Nobody needs to name it.
template <bool Enabled>
struct basic_caller {
  using tracer = basic_tracer<Enabled, default_targets>;

  call_site at;

  static constexpr basic_caller here(char const* file = __builtin_FILE(),
                                     int line = __builtin_LINE()) noexcept {
    return {{file, line}};
  }
};
using caller = basic_caller<TRACE2_ENABLED != 0>;

// Each does what the function of the same name in `basic_tracer` says. What takes a printf format
// is a macro only (TRACE2_ERROR, TRACE2_PRINTF, TRACE2_REGION_F), because no parameter can follow
// its values.

inline bool is_enabled(caller = caller::here()) noexcept { return caller::tracer::enabled(); }

template <class Event>
void emit(Event const& event, repo_id repo = {}, caller from = caller::here()) noexcept {
  caller::tracer::emit(event, repo, from.at);
}

inline int cmd_exit(int code, caller from = caller::here()) noexcept {
  return caller::tracer::cmd_exit(code, from.at);
}
inline void cmd_path(text path, caller from = caller::here()) noexcept {
  caller::tracer::cmd_path(path, from.at);
}
inline void cmd_name(text name, caller from = caller::here()) noexcept {
  caller::tracer::cmd_name(name, from.at);
}
inline void cmd_mode(text mode, caller from = caller::here()) noexcept {
  caller::tracer::cmd_mode(mode, from.at);
}
inline void cmd_alias(text alias, arguments argv, caller from = caller::here()) noexcept {
  caller::tracer::cmd_alias(alias, argv, from.at);
}
inline void cmd_list_config(caller = caller::here()) noexcept { caller::tracer::cmd_list_config(); }
inline void cmd_list_env_vars(caller = caller::here()) noexcept {
  caller::tracer::cmd_list_env_vars();
}
inline void cmd_set_config(text key, text value, caller from = caller::here()) noexcept {
  caller::tracer::cmd_set_config(key, value, from.at);
}

inline void error(text message, text format = {}, caller from = caller::here()) noexcept {
  caller::tracer::error(message, format, from.at);
}
inline void print(text message, caller from = caller::here()) noexcept {
  caller::tracer::print(message, from.at);
}

inline void thread_start(text base_name, caller from = caller::here()) noexcept {
  caller::tracer::thread_start(base_name, from.at);
}
inline void thread_exit(caller from = caller::here()) noexcept {
  caller::tracer::thread_exit(from.at);
}

inline void region_enter(text category, text label, repo_id repo = {},
                         caller from = caller::here()) noexcept {
  caller::tracer::region_enter(category, label, repo, from.at);
}
inline void region_leave(text category, text label, repo_id repo = {},
                         caller from = caller::here()) noexcept {
  caller::tracer::region_leave(category, label, repo, from.at);
}
inline void data(text category, text key, data_value value, repo_id repo = {},
                 caller from = caller::here()) noexcept {
  caller::tracer::data(category, key, value, repo, from.at);
}
template <class Value>
void data_json(text category, text key, Value const& value, repo_id repo = {},
               caller from = caller::here()) noexcept {
  caller::tracer::data_json(category, key, value, repo, from.at);
}

inline void def_param(text name, text value, scope where = scope::unknown,
                      caller from = caller::here()) noexcept {
  caller::tracer::def_param(name, value, where, from.at);
}
inline void def_repo(repo_id& repo, text worktree, caller from = caller::here()) noexcept {
  caller::tracer::def_repo(repo, worktree, from.at);
}

}}  // namespace trace2::v0
#pragma pop_macro("emit")
