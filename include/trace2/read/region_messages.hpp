// The messages of the regions that share a node of a model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_memory.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace read {

/// Notes the message with which a region begins. A node whose regions have different messages has
/// none: an empty text stays in its place. A message is no message if it is the label.
inline void note_message(std::unordered_map<node_index, std::string>& messages, node_index node,
                         occurrence const& what, model_memory& memory, std::size_t most) {
  auto const* const enter = what.get<event::region_enter>();
  if (enter == nullptr || enter->msg.empty() || enter->label.data() == nullptr) return;
  std::string_view const message = cut_text(enter->msg, most);
  constexpr std::size_t per_message = 96;
  if (auto const known = messages.find(node); known != messages.end()) {
    if (known->second != message) known->second.clear();
  } else if (memory.take(message.size() + per_message)) {
    messages.emplace(node, message);
  }
}

}}}  // namespace trace2::v0::read
