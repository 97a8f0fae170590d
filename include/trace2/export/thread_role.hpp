// Names what a thread does, so that the threads of a pool can be added up.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The name of a thread without its number: "hash" of "th01:hash" (R-THR-03).
inline std::string_view role_of(std::string_view thread) noexcept {
  std::size_t const colon = thread.find(':');
  bool const is_numbered = thread.starts_with("th") && colon != thread.npos && colon > 2 &&
                           thread.find_first_not_of("0123456789", 2) == colon;
  return is_numbered ? thread.substr(colon + 1) : thread;
}

}}}  // namespace trace2::v0::exporter
