// The parts of a session besides its targets. Features add to them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/settings_source.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

struct config_access;
class detailed_sum_bodies;

/// The functions of optional features, each null or the smaller choice without its feature. A
/// feature that no session of a unit names is not compiled.
struct session_parts {
  config_access const* own_config = nullptr;
  config_access const* git_config = nullptr;
  redaction_rules const* redaction = &core_redaction_rules;
  redactor redact = nullptr;  ///< what stands for `redact`
  detailed_sum_bodies const* detailed_sums = nullptr;

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
