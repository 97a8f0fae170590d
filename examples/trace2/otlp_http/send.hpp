// Sends what is chosen of a trace to a receiver of OpenTelemetry.
#pragma once

#include <trace2/read/label_table.hpp>

#include <optional>
#include <string>
#include <utility>

#include "convert/otlp.hpp"
#include "convert/span_identity.hpp"
#include "input/chosen_trace.hpp"
#include "input/inputs.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"
#include "output/messages.hpp"

#ifdef TRACE2_PROGRAM_SENDS_HTTP
#  include "otlp_http/batch.hpp"
#  include "otlp_http/interruptible.hpp"
#  include "otlp_http/sending.hpp"
#endif

namespace trace2::program::otlp_http {

#ifdef TRACE2_PROGRAM_SENDS_HTTP

/// The settings of a command line; nothing, after a message, where they are wrong.
inline std::optional<endpoints> settings_of(options const& from) {
  settings_reader of_traces{signal::traces};
  settings_reader of_metrics{signal::metrics};
  auto traces = of_traces.read(from);
  bool const is_measured = of_metrics.is_wanted(from);
  auto metrics = is_measured ? of_metrics.read(from) : std::nullopt;
  if (traces && (metrics || !is_measured)) return endpoints{std::move(*traces), std::move(metrics)};
  say(traces ? of_metrics.reason() : of_traces.reason());
  return {};
}

/// Sends the spans and metrics of what is chosen, behind those that wait in the spool.
inline followed send(endpoints const& of, std::optional<trace_parent> outer, chosen_trace& chosen,
                     surroundings& in) {
  sending to{of, in};
  to.resume();
  read::label_table labels;
  otlp spans{to, labels, std::move(outer), batch::most_bytes};
  spans.add_to_resources(of.traces.resource_attributes());
  followed result = follow(chosen, spans, labels);
  to.flush();
  to.report();
  result = report_left_out(spans.left_out(), result);
  return to.is_whole() || result == followed::nothing ? result : followed::partly;
}

#else

/// Nothing is sent that could be interrupted.
using interruptible = surroundings;

inline std::optional<endpoints> settings_of(options const&) {
  say("--otlp: this program was built without HTTP (Debian: libcurl4-openssl-dev)");
  return {};
}

inline followed send(endpoints const&, std::optional<trace_parent>, chosen_trace&, surroundings&) {
  return followed::nothing;
}

#endif

}  // namespace trace2::program::otlp_http
