// Names nodes of a model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>

namespace trace2::program {

using node_index = std::uint32_t;
inline constexpr node_index no_node = std::numeric_limits<node_index>::max();

}  // namespace trace2::program
