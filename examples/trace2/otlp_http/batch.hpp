// Collects the spans or metrics of many processes into one request body.
#pragma once

#include <trace2/read/append_json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "convert/otlp_metrics.hpp"
#include "convert/otlp_protobuf.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/otlp_span_list.hpp"
#include "otlp_http/message.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program::otlp_http {

/// Leaves a message as it is when memory runs out.
void compress(message& of);

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
    if (as_ == encoding::json) return append_json_item(json_, item, to);
    protobuf_writer{to}.append_item(item);
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
  message take_encoded();
  void set_encoded(message again);

  /// True if the encoded message finds room beside the others.
  bool has_room() const noexcept;

  /// Adds the encoded message.
  void add();

  /// The body of all that was added, and an empty batch.
  message take();

 private:
  static constexpr std::string_view tail = "]}";

  std::string_view head() const noexcept;

  static std::uint64_t count(otlp_traces const& traces);
  static std::uint64_t count(otlp_metrics_message const& metrics);

  static auto const& resources_of(otlp_traces const& of) noexcept { return of.resourceSpans; }
  static auto const& resources_of(otlp_metrics_message const& of) noexcept {
    return of.resourceMetrics;
  }

  template <class Message>
  bool encode_json(Message const& items) {
    json_.clear();
    for (auto const& resource : resources_of(items)) {
      if (json_.size() != 0) json_.append(',');
      read::append_json(json_, resource);
    }
    if (!json_.failed()) next_ = json_.view();
    return !json_.failed();
  }

  /// The bytes of two messages behind each other are one message.
  template <class Message>
  bool encode_protobuf(Message const& items) {
    protobuf_writer{next_}.append(items);
    return true;
  }

  signal of_;
  encoding as_;
  bool is_gzip_;
  std::string body_;
  std::uint64_t items_ = 0;
  bounded_buffer json_{longest_item};
  std::string next_;
  std::uint64_t next_items_ = 0;
};

}  // namespace trace2::program::otlp_http
