// The session: traces a process from the first statement of main to the exit handler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/session/basic_session.hpp>
#include <trace2/session/definition.hpp>
#include <trace2/value/git_settings.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/config_files.hpp>
#  include <trace2/session/detailed_sums.hpp>
#  include <trace2/session/flight_recorder.hpp>
#  include <trace2/session/git_config.hpp>
#  include <trace2/session/redaction.hpp>
#  include <trace2/session/signals.hpp>
#  include <trace2/session/trace_context.hpp>
#endif
