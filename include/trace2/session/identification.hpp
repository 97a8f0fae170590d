// The settings and the session id of the process, which come before the rest of a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/text/sha1.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/settings_source.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// True if the environment asks for the reasons why nothing is traced. Needs no memory.
[[gnu::cold]] inline bool environment_diagnoses(std::string_view prefix) noexcept {
  variable_name name{prefix};
  for (std::string_view const word : setting::destination_debug().words) name.append_word(word);
  return leading_number(get_variable(name)) > 0;
}

/// Reads the settings; null when memory ran out for any of them.
[[gnu::cold]] inline settings* read_settings(settings_source const& source,
                                             config_access const* config,
                                             changed_setting const* changes = nullptr,
                                             std::size_t change_count = 0) noexcept {
  auto* const read = leaked<settings>::make(source, config, changes, change_count);
  if (read != nullptr && read->is_complete()) return read;
  if ((read != nullptr && read->diagnoses()) || environment_diagnoses(source.prefix.or_empty()))
    warn({"settings are left out: no memory for all of them"});
  if (read != nullptr) leaked<settings>::give_back(*read);
  return nullptr;
}

/// The settings, read once and kept for the life of the process.
inline settings const* configure(settings_source const& source,
                                 config_access const* config = nullptr) noexcept {
  if (auto const* const current = this_process.configuration.load_acquire(); current != nullptr)
    return current;
  auto const* const read = read_settings(source, config);
  this_process.configuration.store_release(read);
  return read;
}

/// Makes these settings the ones of the process. The memory of earlier ones stays, because texts of
/// theirs are in use; settings that say the same as one of the last few are taken for it. Null when
/// memory ran out.
[[gnu::cold]] inline settings const* configure_anew(settings_source const& source,
                                                    config_access const* config = nullptr,
                                                    changed_setting const* changes = nullptr,
                                                    std::size_t change_count = 0) noexcept {
  constexpr std::size_t most_kept = 16;
  static constinit settings const* kept[most_kept]{};
  static constinit std::size_t next = 0;
  auto* const read = read_settings(source, config, changes, change_count);
  if (read == nullptr) return nullptr;
  settings const* current = nullptr;
  for (settings const* const each : kept)
    if (each != nullptr && each->is_same_as(*read)) current = each;
  if (current != nullptr)
    leaked<settings>::give_back(*read);
  else
    kept[next++ % most_kept] = current = read;
  this_process.configuration.store_release(current);
  return current;
}

/// Makes the id of a session that begins at `wall`, in microseconds since the epoch, below the id
/// `parent`. False when memory ran out, and then the id is the one before.
[[gnu::cold]] inline bool identify(std::string_view parent, std::int64_t wall) noexcept {
  buffer own;
  append_sid_component(own, wall);
  auto const* const identity = leaked<process_identity>::make(parent, own.view());
  if (identity == nullptr || !identity->is_complete()) return false;
  this_process.identity.store_release(identity);
  return true;
}
/// Makes the session id, once (R-SID-06); children don't see it yet.
inline bool identify(settings const& configuration) noexcept {
  if (this_process.identity.load_acquire() != nullptr) return true;
  auto const parent = get_variable(configuration.variable(setting::parent_sid()));
  return identify(parent, clock::wall_microseconds(clock::now()));
}

/// In the child of a fork: a session that begins later, or a later request for the id, gets an id
/// below the parent's.
inline void forget_identity() noexcept {
  this_process.identity.store_relaxed(nullptr);
  this_process.had_session.store_relaxed(false);
}

/// In the child of a fork: waits, but not for long, for a thread that is making the child's
/// session.
[[gnu::cold]] inline void wait_for_session_of_child() noexcept {
  bounded_wait wait{100};
  while (this_process.begin_child.load_acquire() != nullptr && wait.pause()) {
  }
}

/// Whole trees of processes are kept or dropped: the root of the session id decides.
inline bool is_sampled(settings const& configuration) noexcept {
  int const one_in = configuration.number(setting::sample(), 1, 1);
  return sha1{this_process.identity.load_relaxed()->root()}.word(0) %
             static_cast<unsigned>(one_in) ==
         0;
}

}}}  // namespace trace2::v0::detail
