// Where the spans and metrics of the OpenTelemetry export go.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "convert/otlp_metrics.hpp"
#include "convert/otlp_schema.hpp"

namespace trace2::program {

/// Takes messages of spans and of metrics, each of one process. A user derives from it to send them
/// somewhere.
class otlp_receiver {
 public:
  /// Appends an event of a span, in the encoding of the messages. False when it is too long for
  /// one.
  virtual bool append(otlp_event const& event, std::string& to) = 0;
  /// Appends a span to others. False when it is too long for a message.
  virtual bool append(otlp_span const& span, std::string& to) = 0;
  /// Takes the spans of a message, which are its own only during the call. False when they are too
  /// long for one message; then it has taken none of them.
  virtual bool take(otlp_traces const& message) = 0;
  /// The same for metrics.
  virtual bool take(otlp_metrics_message const& message) = 0;

 protected:
  otlp_receiver() = default;
  otlp_receiver(otlp_receiver const&) = default;
  otlp_receiver& operator=(otlp_receiver const&) = default;
  ~otlp_receiver() = default;
};

}  // namespace trace2::program
