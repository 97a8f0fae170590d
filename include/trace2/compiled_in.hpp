// All that trace2.hpp brings beyond instrument.hpp where tracing is compiled in, whatever the unit
// says. For headers that units with different settings share, and that name what is compiled in for
// all of them: basic_timer<true>, basic_counter<true>, basic_session, `emit` of a basic_tracer.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/child_environment.hpp>
#include <trace2/counter.hpp>
#include <trace2/process/counters/open_phases.hpp>
#include <trace2/process/counters/own_sum.hpp>
#include <trace2/process/state/environment_list.hpp>
#include <trace2/session.hpp>
#include <trace2/session/config_files.hpp>
#include <trace2/session/detailed_sums.hpp>
#include <trace2/session/flight_recorder.hpp>
#include <trace2/session/git_config.hpp>
#include <trace2/session/implementation.hpp>
#include <trace2/session/lifetime.hpp>
#include <trace2/session/redaction.hpp>
#include <trace2/session/signals.hpp>
#include <trace2/session/trace_context.hpp>
#include <trace2/sink.hpp>
#include <trace2/timer.hpp>
