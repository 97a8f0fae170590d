// The feature `trace_context`: a session gives its children the W3C trace context, as its option
// `trace_context` says.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/features.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/trace_context.hpp>
#endif
