// Brings what is exported to a receiver: spans to one of its paths, metrics to the other.
#pragma once

#include <optional>
#include <string>

#include "convert/otlp_metrics.hpp"
#include "convert/otlp_receiver.hpp"
#include "convert/otlp_schema.hpp"
#include "otlp_http/delivery.hpp"
#include "otlp_http/message.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"

namespace trace2::program::otlp_http {

/// Two deliveries. A receiver that is down is waited for once.
class sending final : public otlp_receiver {
 public:
  /// Both live longer.
  explicit sending(endpoints const& to, surroundings& in = of_command());

  /// Sends what earlier calls, or this object, have left in the spool.
  void resume();

  bool append(otlp_event const& event, std::string& to) override;
  bool append(otlp_span const& span, std::string& to) override { return traces_.append(span, to); }
  bool take(otlp_traces const& traces) override { return traces_.take(traces); }
  bool take(otlp_metrics_message const& metrics) override;

  /// When `resume` may find something to do; nothing while the spools are known to be empty.
  std::optional<delivery::clock::time_point> due() const;

  /// Sends a message that others have made.
  void send(signal of, message const& what);

  /// Sends what has been taken so far, however little.
  void flush();

  bool is_whole() const noexcept;
  void report() const;

 private:
  delivery traces_;
  std::optional<delivery> metrics_;
};

}  // namespace trace2::program::otlp_http
