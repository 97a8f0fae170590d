// The parts of a session besides its targets. Features add to them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/settings_source.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct config_access;
class detailed_sum_bodies;

/// What a session with the feature `signal_events` does about signals.
struct signal_functions {
  void (*watch)() noexcept;      ///< from now on
  void (*let_go)() noexcept;     ///< no more; waits for one that is being shown
  bool (*are_shown)() noexcept;  ///< true while one is; threads: any
};

/// What a session with the feature `trace_context` knows of such contexts.
struct trace_context_functions {
  bool (*is_context)(std::string_view text) noexcept;
  /// Appends the context for children. The trace is that of `inherited`, or else the one derived
  /// from the session's first process `root`; the span is this process.
  void (*append)(buffer& out, std::string_view inherited, std::string_view root,
                 std::string_view own) noexcept;
};

/// The functions of optional features, each null or the smaller choice without its feature. A
/// feature that no session of a unit names is not compiled.
struct session_parts {
  config_access const* own_config = nullptr;
  config_access const* git_config = nullptr;
  redaction_rules const* redaction = &core_redaction_rules;
  redactor redact = nullptr;  ///< what stands for `redact`
  detailed_sum_bodies const* detailed_sums = nullptr;
  signal_functions const* signal_events = nullptr;
  trace_context_functions const* trace_context = nullptr;

  /// Null without the feature that reads the files of the source.
  config_access const* config_of(settings_source const& source) const noexcept {
    return source.is_git ? git_config : own_config;
  }
};
inline constexpr session_parts no_parts{};

/// Of the session that traces, or that traced last; null without the feature.
inline detailed_sum_bodies const* detailed_sums_of(process_state const& process) noexcept {
  auto const* const parts = process.parts.load_acquire();
  return parts == nullptr ? nullptr : parts->detailed_sums;
}

}}}  // namespace trace2::v0::detail
