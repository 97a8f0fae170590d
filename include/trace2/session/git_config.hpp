// The parts that the feature `git_config` adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/features.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/settings/git_config.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

template <>
struct feature<git_config> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept {
    parts.git_config = &git_config_access;
  }
};

}}}  // namespace trace2::v0::detail
