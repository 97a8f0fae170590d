// The sockets that a service manager such as systemd passes to a listener, and the notices that it
// expects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "listen/endpoint.hpp"

namespace trace2::program::listening {

/// Takes the sockets of LISTEN_FDS into `to`, if they are meant for this process. Empty, or the
/// reason why one of them is of no use. Children don't see the variables.
std::string take_sockets(std::vector<endpoint>& to);

/// Tells the service manager something, such as "READY=1", if one has asked for it (NOTIFY_SOCKET).
void notify(std::string_view state);

}  // namespace trace2::program::listening
