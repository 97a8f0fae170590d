// Collects the spans of many processes into one request body.
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/otlp_protobuf.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/read/bounded_buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gzip.hpp"
#include "message.hpp"

namespace trace2_program::otlp_http {

/// A body in one of the encodings. In both of them the bodies of two messages can become one.
class batch {
 public:
  /// Receivers limit what they read: a common limit for compressed bodies is 1 MiB.
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;
  static constexpr std::uint64_t most_spans = 2'000;
  /// A span that is longer goes alone. The Collector reads messages of 20 MiB.
  static constexpr std::size_t longest_span = std::size_t{16} << 20;

  batch(encoding as, bool is_gzip) : as_{as}, is_gzip_{is_gzip} {}

  bool is_empty() const noexcept { return spans_ == 0; }

  /// Encodes a message, so that it can be added. False when it is too long for a body.
  bool encode(trace2::exporter::otlp_traces const& traces) {
    next_.clear();
    next_spans_ = 0;
    for (auto const& resource : traces.resourceSpans)
      for (auto const& scope : resource.scopeSpans) next_spans_ += scope.spans.size();
    bool const is_whole = as_ == encoding::json ? encode_json(traces) : encode_protobuf(traces);
    return is_whole && next_.size() <= (next_spans_ > 1 ? most_bytes : longest_span);
  }

  /// Whether the encoded message finds room beside the others.
  bool has_room() const noexcept {
    return is_empty() ||
           (body_.size() + next_.size() < most_bytes && spans_ + next_spans_ <= most_spans);
  }

  /// Adds the encoded message.
  void add() {
    if (as_ == encoding::json) body_.append(is_empty() ? head : ",");
    body_.append(next_);
    spans_ += std::exchange(next_spans_, 0);
  }

  /// The body of all that was added, and an empty batch.
  message take() {
    message made{.body = std::exchange(body_, {}), .as = as_, .spans = std::exchange(spans_, 0)};
    if (as_ == encoding::json) made.body.append(tail);
    if (!is_gzip_) return made;
    if (auto packed = gzip(made.body)) {
      made.body = std::move(*packed);
      made.is_gzip = true;
    }
    return made;
  }

 private:
  static constexpr std::string_view head = R"({"resourceSpans":[)";
  static constexpr std::string_view tail = "]}";

  bool encode_json(trace2::exporter::otlp_traces const& traces) {
    json_.clear();
    for (auto const& resource : traces.resourceSpans) {
      if (json_.size() != 0) json_.append(',');
      trace2::detail::append_json(json_, resource);
    }
    if (!json_.failed()) next_ = json_.view();
    return !json_.failed();
  }

  /// The bytes of two messages behind each other are one message.
  bool encode_protobuf(trace2::exporter::otlp_traces const& traces) {
    trace2::exporter::protobuf_writer{next_}.append(traces);
    return true;
  }

  encoding as_;
  bool is_gzip_;
  std::string body_;
  std::uint64_t spans_ = 0;
  trace2::read::bounded_buffer json_{longest_span};
  std::string next_;
  std::uint64_t next_spans_ = 0;
};

}  // namespace trace2_program::otlp_http
