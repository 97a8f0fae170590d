// Sends what is chosen of a trace to a receiver of OpenTelemetry.
#pragma once

#include <trace2/export/otlp.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/read/label_table.hpp>

#include <optional>
#include <string>
#include <utility>

#include "../chosen_trace.hpp"
#include "../inputs.hpp"
#include "../messages.hpp"
#include "../not_negative.hpp"
#include "settings.hpp"
#include "surroundings.hpp"
#include <CLI/CLI.hpp>

#ifdef TRACE2_PROGRAM_SENDS_HTTP
#  include "batch.hpp"
#  include "sending.hpp"
#endif

namespace trace2_program::otlp_http {

/// Adds the options of commands that send. `to` has the defaults.
inline void add_to(CLI::App& command, options& to) {
  auto* const receiver = command.add_option(
      "--otlp", to.url,
      "Send OpenTelemetry spans and metrics to this receiver, such as http://localhost:4318; "
      "\"env\": to the one of OTEL_EXPORTER_OTLP_ENDPOINT");
  receiver->type_name("URL");
  command
      .add_option("--spool", to.spool,
                  "For --otlp: where spans wait that nobody accepts "
                  "(default: trace2/otlp in $XDG_STATE_HOME, or in ~/.local/state)")
      ->needs(receiver)
      ->type_name("DIR");
  command
      .add_option("--spool-limit", to.spool_limit,
                  "For --otlp: what may wait there; 0: nothing (default: 256)")
      ->check(not_negative())
      ->check(CLI::Range(0, 1 << 20))
      ->needs(receiver)
      ->type_name("MIB");
  command
      .add_option("--retry-for", to.retry_for,
                  "For --otlp: how long to try again before spans wait (default: " +
                      std::to_string(static_cast<int>(to.retry_for)) + ")")
      ->check(CLI::Range(0.0, 86'400.0))
      ->check([](std::string const& given) {  // "nan" is in every range
        bool const is_number = given.find_first_not_of("0123456789.") == std::string::npos;
        return is_number ? std::string{} : given + " is no number of seconds";
      })
      ->needs(receiver)
      ->type_name("SECONDS");
}

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
inline followed send(endpoints const& of, std::optional<trace2::exporter::trace_parent> outer,
                     chosen_trace& chosen, surroundings& in) {
  sending to{of, in};
  to.resume();
  trace2::read::label_table labels;
  trace2::exporter::otlp spans{to, labels, std::move(outer), batch::most_bytes};
  spans.add_to_resources(of.traces.resource_attributes());
  followed result = follow(chosen, spans, labels, [] { return false; });
  to.flush();
  to.report();
  result = report_left_out(spans.left_out(), result);
  return to.is_whole() || result == followed::nothing ? result : followed::partly;
}

#else

inline std::optional<endpoints> settings_of(options const&) {
  say("--otlp: this program was built without HTTP (Debian: libcurl4-openssl-dev)");
  return {};
}

inline followed send(endpoints const&, std::optional<trace2::exporter::trace_parent>, chosen_trace&,
                     surroundings&) {
  return followed::nothing;
}

#endif

}  // namespace trace2_program::otlp_http
