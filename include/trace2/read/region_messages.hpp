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

/// Notes the message with which a region of a node begins, if it has one. A node has a message only
/// if all its regions have the same one, from the first on: else an empty text may stay in its
/// place.
inline void note_message(model& trace, node_index node, std::string_view whole,
                         model_memory& memory, std::size_t most) {
  region_node& noted = trace.regions[node];
  if (whole.empty() && !noted.has_message) return;
  std::string_view const message = cut_text(whole, most);
  constexpr std::size_t per_message = 96;
  if (noted.has_message) {
    std::string& known = trace.messages.find(node)->second;
    if (known != message) known.clear();
  } else if (noted.count == 0 && memory.take(message.size() + per_message)) {
    trace.messages.emplace(node, message);
    noted.has_message = true;
  }
}

/// The same for the region that an event begins. A message is no message if it is the label.
inline void note_message(model& trace, node_index node, occurrence const& what,
                         model_memory& memory, std::size_t most) {
  auto const* const enter = what.get<event::region_enter>();
  bool const has_label = enter != nullptr && enter->label.data() != nullptr;
  note_message(trace, node, has_label ? enter->msg : std::string_view{}, memory, most);
}

}}}  // namespace trace2::v0::read
