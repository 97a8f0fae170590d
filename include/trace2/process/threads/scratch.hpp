// Memory for what a call makes of its arguments before it publishes an event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Each buffer has one user at a time, and keeps its capacity, so that a thread stops allocating
/// after its first events.
struct scratch {
  buffer message;
  buffer json;
  buffer redacted;
  basic_buffer<std::string_view> arguments;
  bool is_taken = false;
  unsigned nested = 0;  ///< calls inside the one that has taken this, with memory of their own
};

}}}  // namespace trace2::v0::detail
