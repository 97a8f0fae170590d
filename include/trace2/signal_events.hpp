// The feature `signal_events`: a session traces the signals that end the process, as its option
// `signals` says.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/features.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/signals.hpp>
#endif
