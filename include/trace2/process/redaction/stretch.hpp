// A stretch of a text, such as a secret or its name.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

/// The positions from `begin` up to `end`, which is not part of it.
struct stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool is_empty() const noexcept { return begin >= end; }
};

}}}  // namespace trace2::v0::detail
