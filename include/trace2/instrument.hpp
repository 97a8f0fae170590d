// All that instrumentation needs. Units that begin a session, emit events of their own or make the
// environment of a child take trace2.hpp, which costs more to include.
#pragma once

#include <trace2/child.hpp>
#include <trace2/config.hpp>
#include <trace2/functions.hpp>
#include <trace2/macros.hpp>
#include <trace2/region.hpp>
#include <trace2/thread_scope.hpp>
#include <trace2/tracer.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include TRACE2_DETAIL_OBJECTS
