// The parts of a session besides its targets. Features add to them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/settings_source.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

struct config_access;

/// The functions of optional features, each null or the smaller choice without its feature. A
/// feature that no session of a unit names is not compiled.
struct session_parts {
  config_access const* own_config = nullptr;
  config_access const* git_config = nullptr;
  redaction_rules const* redaction = &core_redaction_rules;
  redactor redact = nullptr;  ///< what stands for `redact`

  /// Null without the feature that reads the files of the source.
  config_access const* config_of(settings_source const& source) const noexcept {
    return source.is_git ? git_config : own_config;
  }
};
inline constexpr session_parts no_parts{};

}}}  // namespace trace2::v0::detail
