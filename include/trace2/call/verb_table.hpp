// Where the bodies of the verbs are. Units that only instrument hold a load, a test and a call
// through this table; the bodies, with all formats, are in the unit that makes the session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

class data_value;

namespace detail {

struct message_site;
struct process_state;
struct static_site;

// Interfaces, one of each header in call/verbs/. The bodies are in verb/, in the header of the same
// name.
class command_bodies;
class parameter_bodies;
class message_bodies;
class child_bodies;
class thread_bodies;
class region_bodies;
class value_bodies;

/// The verbs of one list of targets. Constant; the same type in all units.
struct verb_table {
  // Macros with literal names call these in hot loops, each through a slot of its own: a small
  // offset makes a small call.
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

  // All other verbs, one interface for each group. Adding a verb changes the layout of its group:
  // give the interface a new number (object_switch.hpp).
  command_bodies const* command;
  parameter_bodies const* parameter;
  message_bodies const* message;
  child_bodies const* child;
  thread_bodies const* thread;
  region_bodies const* region;
  value_bodies const* value;

  /// Makes another object, which has a switch of this version, part of the session.
  void (*join)(object_switch&, char const* path) noexcept;
  /// The state behind the verbs. An object with another state leaves its own alone.
  process_state* process;
};

/// The table of the session's tracer; null while nothing is traced, and where instrumentation is
/// compiled out. A session publishes it to all objects of the process, whatever unit or target list
/// the calls are of.
template <bool Enabled>
verb_table const* verbs() noexcept {
  if constexpr (Enabled)
    return object_switch_of<Enabled>::value.verbs.load_relaxed();
  else
    return nullptr;
}

/// The table as a condition, for the code of a call: as if it were never there, so that compilers
/// put the call itself aside, where it is small and in nobody's way.
[[gnu::always_inline]] inline bool seldom(verb_table const* on) noexcept {
  return __builtin_expect_with_probability(on != nullptr, 0, 1.0) != 0;
}

/// True while events go anywhere. A template, as the switch is.
template <bool Enabled = true>
bool is_on() noexcept {
  return verbs<Enabled>() != nullptr;
}

[[gnu::cold]] inline void join_session(object_switch& own) noexcept {
  verb_table const* on = nullptr;
  void (*refuse)(char const*) noexcept = nullptr;
  char const* own_path = "";
  for_each_switch([&](char const* path, object_switch& other) {
    if (&other == &own)
      own_path = path;
    else if (!other.fits(own))
      refuse = refuse == nullptr ? other.refuse.load_acquire() : refuse;
    else if (on == nullptr)
      on = other.verbs.load_acquire();
  });
  // Here and not before, because the session has the loader keep this object in memory.
  if (on != nullptr)
    on->join(own, own_path);
  else if (refuse != nullptr)
    refuse(own_path);
}

}  // namespace detail
}}  // namespace trace2::v0
