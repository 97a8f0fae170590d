// The lines of the OpenTelemetry export.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convert/otlp_metrics.hpp"
#include "convert/otlp_receiver.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/otlp_span_list.hpp"
#include "output/bounded_buffer.hpp"
#include "output/line_output.hpp"

namespace trace2::program {

/// Writes each message as a line of at most `longest` bytes.
class otlp_json_lines final : public otlp_receiver {
 public:
  otlp_json_lines(sink& to, std::size_t longest) : to_{to, false}, line_{longest} {}

  bool append(otlp_event const& event, std::string& to) override;
  bool append(otlp_span const& span, std::string& to) override;
  bool take(otlp_traces const& message) override { return write(message); }
  bool take(otlp_metrics_message const& message) override { return write(message); }

 private:
  template <class Message>
  bool write(Message const& message) {
    line_.clear();
    read::append_json(line_, message);
    line_.append('\n');
    if (line_.failed()) return false;
    to_.write(line_.view());
    return true;
  }

  line_output to_;
  bounded_buffer line_;
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

  /// Appends an event; false, and nothing is appended, when it is too long.
  bool encode(otlp_event const& event, std::string& to) { return to_.append(event, to); }

  /// Adds a span to those of its process. False for one that is too long by itself: it is left out
  /// and counted.
  bool add(otlp_span const& span, otlp_span_list& to);

  /// Writes the spans of a resource: as one line, or each half of them by itself when they are too
  /// long for one.
  void write(otlp_attributes resource, otlp_span_list const& spans);
  /// The same with metrics, one of which may be too long by itself.
  void write(otlp_attributes resource, std::span<otlp_metric const> metrics);

  std::size_t longest() const noexcept { return longest_; }
  std::uint64_t spans_left_out() const noexcept { return spans_left_out_; }
  std::uint64_t metrics_left_out() const noexcept { return metrics_left_out_; }

 private:
  /// Adds a resource to those of a message, and returns its one scope.
  template <class Resource, class Scope>
  static Scope& add_scope(std::vector<Resource>& resources, std::vector<Scope> Resource::* scopes,
                          otlp_attributes&& attributes) {
    Resource& added = resources.emplace_back();
    added.resource.attributes = std::move(attributes);
    Scope& scope = (added.*scopes).emplace_back();
    scope.scope.name = "trace2";
    return scope;
  }

  /// `take(first, count)` is false when these items are too long for one message.
  template <class Take>
  static void divide(std::size_t first, std::size_t count, std::uint64_t& left_out,
                     Take const& take) {
    if (take(first, count)) return;
    if (count <= 1) {
      left_out += count;
      return;
    }
    divide(first, count / 2, left_out, take);
    divide(first + count / 2, count - count / 2, left_out, take);
  }

  std::optional<otlp_json_lines> own_;  ///< none where somebody else takes the messages
  otlp_receiver& to_;
  std::size_t longest_;
  std::uint64_t spans_left_out_ = 0;
  std::uint64_t metrics_left_out_ = 0;
};

}  // namespace trace2::program
