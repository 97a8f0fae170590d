// Brings what is exported to a receiver: spans to one of its paths, metrics to the other.
#pragma once

#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_receiver.hpp>
#include <trace2/export/otlp_schema.hpp>

#include <optional>

#include "delivery.hpp"
#include "settings.hpp"

namespace trace2_program::otlp_http {

/// Two deliveries. A receiver that is down is waited for once.
class sending final : public trace2::exporter::otlp_receiver {
 public:
  /// `to` lives longer.
  explicit sending(endpoints const& to) : traces_{to.traces} {
    if (to.metrics) metrics_.emplace(*to.metrics);
  }

  /// Sends what earlier calls have left in the spool.
  void resume() {
    traces_.resume();
    if (metrics_ && !traces_.is_down()) metrics_->resume();
  }

  bool take(trace2::exporter::otlp_traces const& traces) override { return traces_.take(traces); }
  bool take(trace2::exporter::otlp_metrics_message const& metrics) override {
    if (!metrics_) return true;
    metrics_->follow(traces_);
    return metrics_->take(metrics);
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
