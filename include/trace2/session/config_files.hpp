// The parts that the feature `config_files` adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/features.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/settings/own_config.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

template <>
struct feature<config_files> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept { parts.own_config = &own_config; }
};

}}}  // namespace trace2::v0::detail
