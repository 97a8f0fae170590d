// A socket at which writers arrive.
#pragma once

#include <memory>
#include <string>

#include "listen/address.hpp"
#include "listen/bound_path.hpp"
#include "system/owned_descriptor.hpp"

namespace trace2::program::listening {

struct endpoint {
  owned_descriptor socket{};
  bool is_stream = true;
  std::unique_ptr<bound_path> path{};  ///< null for a socket that somebody else has bound

  /// Listens at an address. Empty, or the reason why it can't.
  std::string open(address const& at);
};

}  // namespace trace2::program::listening
