// Losses that no target has seen.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Number of events of threads for whose context, or whose region, there was no memory. Each target
/// that is on counts them as lost, also if it would not have wanted them: nobody has looked.
inline constinit atomic<std::uint64_t> events_without_memory{0};

}}}  // namespace trace2::v0::detail
