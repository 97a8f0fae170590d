// All that instrumentation needs. Units that begin a session, emit events of their own or make the
// environment of a child take trace2.hpp, which costs more to include.
#pragma once

#include <trace2/call/child.hpp>
#include <trace2/call/macros.hpp>
#include <trace2/call/region.hpp>
#include <trace2/call/thread_scope.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/counter.hpp>
#include <trace2/timer.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#if TRACE2_ENABLED
#  include <trace2/call/static_call.hpp>
#  include <trace2/event/json_value.hpp>
#endif
