// The one include.
#pragma once

#include <trace2/config.hpp>
#include <trace2/instrument.hpp>
#include TRACE2_DETAIL_PROGRAM
