// The lines of the OpenTelemetry export.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_receiver.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes each message as a line of at most `longest` bytes.
class otlp_json_lines final : public otlp_receiver {
 public:
  otlp_json_lines(sink& to, std::size_t longest) : to_{to, false}, line_{longest} {}

  bool take(otlp_traces const& message) override { return write(message); }
  bool take(otlp_metrics_message const& message) override { return write(message); }

 private:
  template <class Message>
  bool write(Message const& message) {
    line_.clear();
    detail::append_json(line_, message);
    line_.append('\n');
    if (line_.failed()) return false;
    to_.write(line_.view());
    return true;
  }

  line_output to_;
  read::bounded_buffer line_;
};

/// Divides spans and metrics among lines, or among the messages of a receiver.
class otlp_lines {
 public:
  otlp_lines(sink& to, std::size_t longest)
      : own_{std::in_place, to, longest}, to_{*own_}, longest_{longest} {}
  /// The receiver must outlive this object. `longest`: bytes that a message should have at most.
  otlp_lines(otlp_receiver& to, std::size_t longest) : to_{to}, longest_{longest} {}
  otlp_lines(otlp_lines const&) = delete;
  otlp_lines& operator=(otlp_lines const&) = delete;

  /// Writes the spans of a resource: as one line, or each half of them by itself when they are too
  /// long for one. A span that is too long by itself is left out and counted.
  void write(otlp_attributes const& resource, std::span<otlp_span const> spans) {
    divide(spans, spans_left_out_, [&](std::span<otlp_span const> part) {
      return to_.take(otlp_traces{{{{resource}, {{{"trace2"}, part}}}}});
    });
  }
  /// The same with metrics.
  void write(otlp_attributes const& resource, std::span<otlp_metric const> metrics) {
    divide(metrics, metrics_left_out_, [&](std::span<otlp_metric const> part) {
      return to_.take(otlp_metrics_message{{{{resource}, {{{"trace2"}, part}}}}});
    });
  }

  std::size_t longest() const noexcept { return longest_; }
  std::uint64_t spans_left_out() const noexcept { return spans_left_out_; }
  std::uint64_t metrics_left_out() const noexcept { return metrics_left_out_; }

 private:
  /// `take(items)` is false when they are too long for one message.
  template <class Item, class Take>
  static void divide(std::span<Item const> items, std::uint64_t& left_out, Take const& take) {
    if (take(items)) return;
    if (items.size() <= 1) {
      left_out += items.size();
      return;
    }
    divide(items.first(items.size() / 2), left_out, take);
    divide(items.subspan(items.size() / 2), left_out, take);
  }

  std::optional<otlp_json_lines> own_;  ///< none where somebody else takes the messages
  otlp_receiver& to_;
  std::size_t longest_;
  std::uint64_t spans_left_out_ = 0;
  std::uint64_t metrics_left_out_ = 0;
};

}}}  // namespace trace2::v0::exporter
