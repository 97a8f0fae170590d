// Sends what is chosen of a trace to a receiver of OpenTelemetry.
#pragma once

#include <optional>

#include "convert/span_identity.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"
#include "output/messages.hpp"

#ifdef TRACE2_PROGRAM_SENDS_HTTP
#  include "otlp_http/interruptible.hpp"
#endif

namespace trace2::program {
class chosen_trace;
}  // namespace trace2::program

namespace trace2::program::otlp_http {

#ifndef TRACE2_PROGRAM_SENDS_HTTP
/// Nothing is sent that could be interrupted.
using interruptible = surroundings;
#endif

/// The settings of a command line; nothing, after a message, where they are wrong, or where the
/// program was built without HTTP.
std::optional<endpoints> settings_of(options const& from);

/// Sends the spans and metrics of what is chosen, behind those that wait in the spool.
followed send(endpoints const& of, std::optional<trace_parent> outer, chosen_trace& chosen,
              surroundings& in);

}  // namespace trace2::program::otlp_http
