// Brings what is exported to a receiver: spans to one of its paths, metrics to the other.
#pragma once

#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_receiver.hpp>
#include <trace2/export/otlp_schema.hpp>

#include <algorithm>
#include <optional>
#include <string>

#include "delivery.hpp"
#include "message.hpp"
#include "settings.hpp"
#include "surroundings.hpp"

namespace trace2_program::otlp_http {

/// Two deliveries. A receiver that is down is waited for once.
class sending final : public trace2::exporter::otlp_receiver {
 public:
  /// Both live longer.
  explicit sending(endpoints const& to, surroundings& in = of_command()) : traces_{to.traces, in} {
    if (to.metrics) metrics_.emplace(*to.metrics, in);
  }

  /// Sends what earlier calls, or this object, have left in the spool.
  void resume() {
    traces_.resume();
    if (metrics_ && !traces_.is_down()) metrics_->resume();
  }

  bool append(trace2::exporter::otlp_event const& event, std::string& to) override {
    return traces_.append(event, to);
  }
  bool append(trace2::exporter::otlp_span const& span, std::string& to) override {
    return traces_.append(span, to);
  }
  bool take(trace2::exporter::otlp_traces const& traces) override { return traces_.take(traces); }
  bool take(trace2::exporter::otlp_metrics_message const& metrics) override {
    if (!metrics_) return true;
    metrics_->follow(traces_);
    return metrics_->take(metrics);
  }

  /// When `resume` may find something to do; nothing while the spools are known to be empty.
  std::optional<delivery::clock::time_point> due() const {
    auto const of_traces = traces_.due();
    // While the receiver of spans is down, that of metrics waits with it.
    if (!metrics_ || (of_traces && traces_.is_down())) return of_traces;
    auto const of_metrics = metrics_->due();
    return of_traces && of_metrics ? std::min(of_traces, of_metrics)
           : of_traces             ? of_traces
                                   : of_metrics;
  }

  /// Sends a message that others have made.
  void send(signal of, message const& what) {
    if (of == signal::traces) return traces_.send(what);
    if (!metrics_) return;
    metrics_->follow(traces_);
    metrics_->send(what);
  }

  /// Sends what has been taken so far, however little.
  void flush() {
    traces_.flush();
    if (!metrics_) return;
    metrics_->follow(traces_);
    metrics_->flush();
  }

  bool is_whole() const noexcept {
    return traces_.is_whole() && (!metrics_ || metrics_->is_whole());
  }
  void report() const {
    traces_.report();
    if (metrics_) metrics_->report();
  }

 private:
  delivery traces_;
  std::optional<delivery> metrics_;
};

}  // namespace trace2_program::otlp_http
