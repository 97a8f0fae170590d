// The spans and metrics of processes that finish, on their way to a receiver of OpenTelemetry.
#pragma once

#include <trace2/export/left_out.hpp>
#include <trace2/export/otlp.hpp>
#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_receiver.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/tracker.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../otlp_http/batch.hpp"
#include "../otlp_http/message.hpp"
#include "../otlp_http/settings.hpp"
#include "limits.hpp"
#include "losses.hpp"
#include "outgoing.hpp"
#include "readiness.hpp"

namespace trace2_program::listening {

/// Follows processes a second time, because for a receiver they end when they finish, and not when
/// no late event can come any more. The spans of a process that goes on for long are sent in
/// between, unless only its end tells whether it is chosen.
class live_spans final : private trace2::exporter::otlp_receiver {
 public:
  /// All of them live longer.
  live_spans(otlp_http::endpoints const& to, bool needs_ends, trace2::read::label_table& labels,
             outgoing& out, losses& lost)
      : needs_ends_{needs_ends},
        is_measured_{to.metrics.has_value()},
        out_{out},
        lost_{lost},
        // The thread that sends compresses.
        traces_{otlp_http::signal::traces, to.traces.as, false},
        metrics_{otlp_http::signal::metrics, to.of(otlp_http::signal::metrics).as, false},
        spans_{*this, labels, {}, otlp_http::batch::most_bytes},
        tracker_{spans_, labels, of_tracker} {
    trace2::exporter::otlp_attributes of_all = to.traces.resource_attributes();
    // It tells whose spans wait.
    std::erase_if(of_all, [](auto const& one) { return one.key == key_of_sid; });
    spans_.add_to_resources(std::move(of_all));
  }
  live_spans(live_spans const&) = delete;
  live_spans& operator=(live_spans const&) = delete;

  /// Takes an event of a process that has not finished. What is refused here was refused before.
  void take(trace2::read::occurrence const& event) { (void)tracker_.take(event); }

  /// The process has finished.
  void finish(std::string_view sid, bool is_chosen) {
    if (auto* const process = tracker_.find(sid)) tracker_.end(*process);
    if (!needs_ends_) return;
    auto const known = undecided_.find(std::string{sid});
    if (known == undecided_.end()) return;
    for (piece& one : known->second) {
      undecided_size_ -= size_of(one);
      if (!is_chosen) continue;
      otlp_http::batch& to = batch_of(one.of);
      to.set_encoded(std::move(one.encoded));
      add(to, one.of);
    }
    undecided_.erase(known);
  }

  /// Milliseconds until something is to be sent; negative when there is nothing.
  int patience() const {
    if (traces_.is_empty() && metrics_.is_empty()) return -1;
    return milliseconds_until(oldest_ + age, clock::now());
  }
  /// Sends what has waited for more for long enough.
  void send_old() {
    if (patience() == 0) send_all();
  }
  /// Sends the rest, when all processes have finished.
  void end() {
    tracker_.finish();
    send_all();
  }

  trace2::exporter::left_out left_out() const { return spans_.left_out(); }

 private:
  using clock = std::chrono::steady_clock;

  /// A few processes make one request, and a single one appears soon.
  static constexpr std::chrono::seconds age{5};

  static constexpr std::string_view key_of_sid = "trace2.cmd.sid";

  struct piece {
    otlp_http::signal of{};
    otlp_http::message encoded{};
  };

  static std::size_t size_of(piece const& of) noexcept {
    return sizeof of + of.encoded.body.capacity();
  }

  otlp_http::batch& batch_of(otlp_http::signal of) noexcept {
    return of == otlp_http::signal::traces ? traces_ : metrics_;
  }

  // ---- calls of the exporter ----

  bool append(trace2::exporter::otlp_event const& event, std::string& to) override {
    return traces_.append(event, to);
  }
  bool append(trace2::exporter::otlp_span const& span, std::string& to) override {
    return traces_.append(span, to);
  }
  bool take(trace2::exporter::otlp_traces const& of) override {
    return take(of, of.resourceSpans.front().resource, otlp_http::signal::traces);
  }
  bool take(trace2::exporter::otlp_metrics_message const& of) override {
    if (!is_measured_) return true;
    return take(of, of.resourceMetrics.front().resource, otlp_http::signal::metrics);
  }

  template <class Message>
  bool take(Message const& items, trace2::exporter::otlp_resource const& of_process,
            otlp_http::signal of) {
    otlp_http::batch& to = batch_of(of);
    if (!to.encode(items)) return false;
    needs_ends_ ? keep({of, to.take_encoded()}, of_process) : add(to, of);
    return true;
  }

  /// Keeps items until the end of their process.
  void keep(piece one, trace2::exporter::otlp_resource const& of_process) {
    std::size_t const size = size_of(one);
    if (undecided_size_ + size > undecided_spans)
      return lost_.add(loss::unsent, {}, one.encoded.items);
    undecided_size_ += size;
    undecided_[sid_of(of_process)].push_back(std::move(one));
  }

  static std::string sid_of(trace2::exporter::otlp_resource const& process) {
    for (auto const& attribute : process.attributes)
      if (attribute.key == key_of_sid) return std::string{attribute.value.stringValue.value_or("")};
    return {};
  }

  void add(otlp_http::batch& to, otlp_http::signal of) {
    if (!to.has_room()) send(to, of);
    if (traces_.is_empty() && metrics_.is_empty()) oldest_ = clock::now();
    to.add();
  }

  void send_all() {
    send(traces_, otlp_http::signal::traces);
    send(metrics_, otlp_http::signal::metrics);
  }
  void send(otlp_http::batch& from, otlp_http::signal of) {
    if (from.is_empty()) return;
    parcel next{of, from.take()};
    std::uint64_t const items = next.what.items;
    if (!out_.put(std::move(next))) lost_.add(loss::unsent, {}, items);
  }

  bool needs_ends_;
  bool is_measured_;
  outgoing& out_;
  losses& lost_;
  otlp_http::batch traces_;
  otlp_http::batch metrics_;
  clock::time_point oldest_{};  ///< when the first of what the batches hold has come
  std::unordered_map<std::string, std::vector<piece>, trace2::read::table_hash>
      undecided_;  ///< by session id
  std::size_t undecided_size_ = 0;
  trace2::exporter::otlp spans_;
  trace2::read::tracker<trace2::exporter::otlp> tracker_;
};

}  // namespace trace2_program::listening
