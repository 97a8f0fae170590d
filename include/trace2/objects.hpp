// The objects of instrumentation that is compiled in, and what its macros call.
#pragma once

#include <trace2/counter.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/static_call.hpp>
#include <trace2/timer.hpp>
