// The messages of the regions that share a node of a model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_memory.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Notes the message with which a region of a node begins. A node has a message only if all its
/// regions have the same one, from the first on: else an empty text may stay in its place. A
/// message is no message if it is the label.
inline void note_message(model& trace, node_index node, occurrence const& what,
                         model_memory& memory, std::size_t most) {
  auto const* const enter = what.get<event::region_enter>();
  bool const has_message =
      enter != nullptr && !enter->msg.empty() && enter->label.data() != nullptr;
  std::string_view const message = has_message ? cut_text(enter->msg, most) : std::string_view{};
  constexpr std::size_t per_message = 96;
  if (auto const known = trace.messages.find(node); known != trace.messages.end()) {
    if (known->second != message) known->second.clear();
  } else if (has_message && trace.regions[node].count == 0 &&
             memory.take(message.size() + per_message)) {
    trace.messages.emplace(node, message);
  }
}

}}}  // namespace trace2::v0::read
