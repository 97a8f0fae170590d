// The instrumentation, but for phases, and a session whose list names its features: for a program
// that counts the bytes of what it doesn't use. examples/small.cpp is one.
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
#include <trace2/features.hpp>
#include <trace2/session/basic_session.hpp>
#include <trace2/session/definition.hpp>
#include <trace2/timer.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#if TRACE2_ENABLED
#  include <trace2/call/static_call.hpp>
#  include <trace2/detail/text/append_json.hpp>
#endif
