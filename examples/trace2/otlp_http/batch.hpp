// Collects the spans or metrics of many processes into one request body.
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_protobuf.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/export/otlp_span_list.hpp>
#include <trace2/read/bounded_buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gzip.hpp"
#include "message.hpp"

namespace trace2_program::otlp_http {

/// Leaves a message as it is when memory runs out.
inline void compress(message& of) {
  auto packed = gzip(of.body);
  if (!packed) return;
  of.body = std::move(*packed);
  of.is_gzip = true;
}

/// A body in one of the encodings. In both of them the bodies of two messages can become one.
class batch {
 public:
  /// Receivers limit what they read: a common limit for compressed bodies is 1 MiB.
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;
  static constexpr std::uint64_t most_items = 2'000;
  /// An item that is longer goes alone. The Collector reads messages of 20 MiB.
  static constexpr std::size_t longest_item = std::size_t{16} << 20;

  batch(signal of, encoding as, bool is_gzip) : of_{of}, as_{as}, is_gzip_{is_gzip} {}

  bool is_empty() const noexcept { return items_ == 0; }

  /// Appends a span to others that will become a message, or an event that will become a part of a
  /// span. False when it is too long for a body.
  bool append(auto const& item, std::string& to) {
    if (as_ == encoding::json) return trace2::exporter::append_json_item(json_, item, to);
    trace2::exporter::protobuf_writer{to}.append_item(item);
    return true;
  }

  /// Encodes a message, so that it can be added. False when it is too long for a body.
  template <class Message>
  bool encode(Message const& items) {
    next_.clear();
    next_items_ = count(items);
    bool const is_whole = as_ == encoding::json ? encode_json(items) : encode_protobuf(items);
    return is_whole && next_.size() <= (next_items_ > 1 ? most_bytes : longest_item);
  }

  /// The encoded message, which may be added later.
  message take_encoded() {
    return {.body = std::exchange(next_, {}), .as = as_, .items = std::exchange(next_items_, 0)};
  }
  void set_encoded(message again) {
    next_ = std::move(again.body);
    next_items_ = again.items;
  }

  /// Whether the encoded message finds room beside the others.
  bool has_room() const noexcept {
    return is_empty() ||
           (body_.size() + next_.size() < most_bytes && items_ + next_items_ <= most_items);
  }

  /// Adds the encoded message.
  void add() {
    if (as_ == encoding::json) body_.append(is_empty() ? head() : ",");
    body_.append(next_);
    items_ += std::exchange(next_items_, 0);
  }

  /// The body of all that was added, and an empty batch.
  message take() {
    message made{.body = std::exchange(body_, {}), .as = as_, .items = std::exchange(items_, 0)};
    if (as_ == encoding::json) made.body.append(tail);
    if (is_gzip_) compress(made);
    return made;
  }

 private:
  static constexpr std::string_view tail = "]}";

  std::string_view head() const noexcept {
    return of_ == signal::traces ? R"({"resourceSpans":[)" : R"({"resourceMetrics":[)";
  }

  static std::uint64_t count(trace2::exporter::otlp_traces const& traces) {
    std::uint64_t count = 0;
    for (auto const& resource : traces.resourceSpans)
      for (auto const& scope : resource.scopeSpans) count += scope.spans.count;
    return count;
  }
  static std::uint64_t count(trace2::exporter::otlp_metrics_message const& metrics) {
    std::uint64_t count = 0;
    for (auto const& resource : metrics.resourceMetrics)
      for (auto const& scope : resource.scopeMetrics) count += scope.metrics.size();
    return count;
  }

  static auto const& resources_of(trace2::exporter::otlp_traces const& of) noexcept {
    return of.resourceSpans;
  }
  static auto const& resources_of(trace2::exporter::otlp_metrics_message const& of) noexcept {
    return of.resourceMetrics;
  }

  template <class Message>
  bool encode_json(Message const& items) {
    json_.clear();
    for (auto const& resource : resources_of(items)) {
      if (json_.size() != 0) json_.append(',');
      trace2::detail::append_json(json_, resource);
    }
    if (!json_.failed()) next_ = json_.view();
    return !json_.failed();
  }

  /// The bytes of two messages behind each other are one message.
  template <class Message>
  bool encode_protobuf(Message const& items) {
    trace2::exporter::protobuf_writer{next_}.append(items);
    return true;
  }

  signal of_;
  encoding as_;
  bool is_gzip_;
  std::string body_;
  std::uint64_t items_ = 0;
  trace2::read::bounded_buffer json_{longest_item};
  std::string next_;
  std::uint64_t next_items_ = 0;
};

}  // namespace trace2_program::otlp_http
