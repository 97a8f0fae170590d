// The target `flight_recorder`, for a session whose list of targets names it: a recording that is
// complete however the process ends. <trace2/trace2.hpp> has it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/targets.hpp>
#include <trace2/config.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/flight_recorder.hpp>
#endif
