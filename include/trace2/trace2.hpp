// The one include.
#pragma once

#include <trace2/child_environment.hpp>
#include <trace2/config.hpp>
#include <trace2/instrument.hpp>
#include <trace2/session.hpp>

#if TRACE2_ENABLED
#  include <trace2/compiled_in.hpp>
#endif
