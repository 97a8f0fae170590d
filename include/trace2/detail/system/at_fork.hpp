// Functions that the system calls around each fork.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifndef _WIN32
#  include <pthread.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Calls `before` in the parent before each fork, and `in_child` in the child behind it; either may
/// be null. Can't be taken back. Does nothing where processes don't fork.
inline void at_fork([[maybe_unused]] void (*before)(),
                    [[maybe_unused]] void (*in_child)()) noexcept {
#ifndef _WIN32
  ::pthread_atfork(before, nullptr, in_child);
#endif
}

}}}  // namespace trace2::v0::detail
