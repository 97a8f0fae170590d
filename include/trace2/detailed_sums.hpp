// The feature `detailed_sums`: a session shows phases, and how long the intervals of each
// `distribution_timer` were.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/features.hpp>
#include <trace2/phase.hpp>
#include <trace2/timer.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/detailed_sums.hpp>
#endif
