// Other settings while the program runs: session::reconfigure and session::reopen.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/session.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/reconfiguration.hpp>
#endif
