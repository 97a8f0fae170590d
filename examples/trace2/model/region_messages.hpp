// The messages of the regions that share a node of a model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include "model/model.hpp"
#include "model/model_memory.hpp"

namespace trace2::program {

/// Notes the message with which a region of a node begins, if it has one. A node has a message only
/// if all its regions have the same one, from the first on: else an empty text may stay in its
/// place.
void note_message(model& trace, node_index node, std::string_view whole, model_memory& memory,
                  std::size_t most);

}  // namespace trace2::program
