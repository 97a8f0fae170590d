// Events of the program's own in units that only instrument; event.hpp says how to declare one.
// This header costs hardly more to include than instrument.hpp: the library's formats stay in the
// unit with the session. A format of the program's own writes the event here, and comes before.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/event.hpp>
#include <trace2/instrument.hpp>

#if TRACE2_ENABLED
#  include <trace2/verb/program_events.hpp>
#endif
