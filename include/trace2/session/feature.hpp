// The parts that a list of features adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/features.hpp>
#include <trace2/process/redaction/text_redaction.hpp>
#include <trace2/process/state/session_parts.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Specialised in the header of each feature.
template <class Feature>
struct feature {
  template <class Targets>
  static constexpr void add_to(session_parts&) noexcept {
    static_assert(sizeof(Feature*) == 0,
                  "trace2: a unit with a session includes the header of each feature in its list, "
                  "or <trace2/trace2.hpp>");
  }
};

template <class Features, class Targets>
struct parts_of;
template <class... Feature, class Targets>
struct parts_of<features<Feature...>, Targets> {
  static constexpr session_parts value = [] {
    session_parts parts{.redact = &redact_core};
    (feature<Feature>::template add_to<Targets>(parts), ...);
    return parts;
  }();
};

}}}  // namespace trace2::v0::detail
