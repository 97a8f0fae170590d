// A socket at which writers arrive.
#pragma once

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "../owned_descriptor.hpp"
#include "address.hpp"
#include "bound_path.hpp"
#include "datagrams.hpp"
#include <sys/socket.h>

namespace trace2_program::listening {

struct endpoint {
  owned_descriptor socket{};
  bool is_stream = true;
  std::unique_ptr<bound_path> path{};  ///< null for a socket that somebody else has bound

  /// Listens at an address. Empty, or the reason why it can't.
  std::string open(address const& at) {
    is_stream = at.of == address::kind::stream;
    socket.reset(::socket(
        AF_UNIX, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return std::strerror(errno);
    if (!is_stream) datagrams::prepare(socket.get());
    auto bound = std::make_unique<bound_path>(at.path);
    if (std::string reason = bound->bind(socket.get()); !reason.empty()) return reason;
    path = std::move(bound);
    if (is_stream && ::listen(socket.get(), SOMAXCONN) != 0) return std::strerror(errno);
    return {};
  }
};

}  // namespace trace2_program::listening
