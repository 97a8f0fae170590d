// What a call knows of the tracer behind it: where the body of each verb is. Units that only
// instrument hold a load, a test and a call through this table; the bodies, with all formats, are
// in the unit that makes the session.
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <cstdint>

namespace trace2 { inline namespace v0 {

class arguments;
class data_value;
struct child_command;
struct child_record;

namespace detail {

class buffer;
struct message_site;
struct static_site;

/// A value of any type, and how it becomes JSON; borrowed for the call.
struct json_source {
  void const* value;
  void (*append)(buffer& out, void const* value) noexcept;
};

/// The verbs of `basic_tracer`, and their short forms for what is known at compile time. Each does
/// what the verb of the same name says. Constant; the same type in all units.
struct verb_table {
  // The first ones are those of hot loops: a small offset makes a small call.
  void (*enter)(static_site&) noexcept;
  void (*leave)(static_site&) noexcept;
  void (*data_signed)(static_site&, std::int64_t) noexcept;
  void (*data_unsigned)(static_site&, std::uint64_t) noexcept;
  void (*data_floating)(static_site&, double) noexcept;
  void (*data_text)(static_site&, text) noexcept;
  void (*data_chars)(static_site&, char const*) noexcept;
  void (*data_other)(static_site&, data_value const&, repo_id) noexcept;
  // Pointers, because nothing variadic may begin behind a reference.
  void (*enter_f)(message_site*, ...) noexcept;
  void (*error_f)(message_site*, ...) noexcept;
  void (*print_f)(message_site*, ...) noexcept;

  void (*region_enter)(text category, text label, repo_id, call_site) noexcept;
  void (*region_leave)(text category, text label, repo_id, call_site) noexcept;
  void (*vregion_enter)(call_site, text category, text label, repo_id, char const* format,
                        std::va_list) noexcept;
  void (*vregion_leave)(call_site, text category, text label, repo_id, char const* format,
                        std::va_list) noexcept;

  void (*data)(text category, text key, data_value const&, repo_id, call_site) noexcept;
  void (*data_json)(text category, text key, json_source, repo_id, call_site) noexcept;
  void (*data_json_text)(text category, text key, json_text, repo_id, call_site) noexcept;

  void (*error)(text message, text format, call_site) noexcept;
  void (*verror)(call_site, char const* format, std::va_list) noexcept;
  void (*print)(text message, call_site) noexcept;
  void (*vprint)(call_site, char const* format, std::va_list) noexcept;

  void (*thread_start)(text base_name, call_site) noexcept;
  void (*thread_exit)(call_site) noexcept;

  child_record (*child_start)(child_command const&, call_site) noexcept;
  void (*child_exit)(child_record const&, int pid, int code, call_site) noexcept;
  void (*child_ready)(child_record const&, int pid, text state, call_site) noexcept;
  int (*exec)(text exe, arguments const&, call_site) noexcept;
  void (*exec_result)(int exec_id, int code, call_site) noexcept;

  void (*cmd_start)(arguments const&, call_site) noexcept;
  void (*cmd_exit)(int code, call_site) noexcept;
  void (*cmd_path)(text path, call_site) noexcept;
  void (*cmd_ancestry)(arguments const&, call_site) noexcept;
  void (*cmd_name)(text name, call_site) noexcept;
  void (*cmd_mode)(text mode, call_site) noexcept;
  void (*cmd_alias)(text alias, arguments const&, call_site) noexcept;

  void (*def_param)(text name, text value, scope, call_site) noexcept;
  void (*cmd_list_config)() noexcept;
  void (*cmd_list_env_vars)() noexcept;
  void (*cmd_set_config)(text key, text value, call_site) noexcept;
  void (*def_repo)(repo_id&, text worktree, call_site) noexcept;
};

/// The table of the session's tracer; null while nothing is traced, and then all that a call reads
/// (R-API-34). Process-wide: a session publishes it, whatever unit or target list the calls are of.
inline constinit atomic<verb_table const*> active_verbs{nullptr};

/// The table as a condition, for the code of a call: as if it were never there, so that compilers
/// put what follows aside, where it is small and in nobody's way.
[[gnu::always_inline]] inline bool seldom(verb_table const* on) noexcept {
  return __builtin_expect_with_probability(on != nullptr, 0, 1.0) != 0;
}

/// True while events go anywhere.
inline bool is_on() noexcept { return active_verbs.load_relaxed() != nullptr; }

}  // namespace detail
}}  // namespace trace2::v0
