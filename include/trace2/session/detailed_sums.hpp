// The parts that the feature `detailed_sums` adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/features.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/verb/detailed_sums.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

template <>
struct feature<detailed_sums> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept {
    parts.detailed_sums = &bodies<Targets>;
  }

 private:
  template <class Targets>
  static constexpr verb::detailed_sums<Targets> bodies{};
};

}}}  // namespace trace2::v0::detail
