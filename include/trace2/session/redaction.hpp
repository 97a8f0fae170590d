// The parts that the feature `redaction` adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/features.hpp>
#include <trace2/process/redaction/redact.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/session/feature.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

template <>
struct feature<redaction> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept {
    parts.redaction = &all_redaction_rules;
    parts.redact = &redact;
  }
};

}}}  // namespace trace2::v0::detail
