// The macros and functions that instrument a program, for all its units but one: the unit that
// begins the session includes trace2.hpp, or separate_session.hpp. A unit that emits events of its
// own includes emit.hpp; one that makes the environment of a child, child_environment.hpp. This
// header costs least to include; trace2.hpp has an example.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/child.hpp>
#include <trace2/call/macros.hpp>
#include <trace2/call/region.hpp>
#include <trace2/call/thread_scope.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/counter.hpp>
#include <trace2/phase.hpp>
#include <trace2/timer.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#if TRACE2_ENABLED
#  include <trace2/call/static_call.hpp>
#  include <trace2/detail/text/append_json.hpp>
#endif
