// Names what a thread does, so that the threads of a pool can be added up.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace trace2::program {

/// The name of a thread without its number: "hash" of "th01:hash" (R-THR-03).
std::string_view role_of(std::string_view thread) noexcept;

}  // namespace trace2::program
