// How a session tells of its beginning, without holding code of whoever wants to know.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

struct verb_table;

/// Told of each session that has begun, traced or not, by the verbs of its list of targets; in the
/// child of a fork again, at its first event. Set by programs that include <trace2/control.hpp>.
inline constinit atomic<void (*)(verb_table const& of) noexcept> tell_of_session{nullptr};

[[gnu::cold]] inline void announce_session(verb_table const& of) noexcept {
  if (auto* const tell = tell_of_session.load_acquire(); tell != nullptr) tell(of);
}

}}}  // namespace trace2::v0::detail
