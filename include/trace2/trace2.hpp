// The one include.
#pragma once

#include <trace2/child.hpp>
#include <trace2/child_environment.hpp>
#include <trace2/config.hpp>
#include <trace2/counter.hpp>
#include <trace2/functions.hpp>
#include <trace2/macros.hpp>
#include <trace2/region.hpp>
#include <trace2/session.hpp>
#include <trace2/thread_scope.hpp>
#include <trace2/timer.hpp>
#include <trace2/tracer.hpp>
