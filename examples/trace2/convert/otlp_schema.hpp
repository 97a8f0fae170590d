// The types of OTLP's JSON that the export uses. The names of members are those on the wire.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/span_identity.hpp"

namespace trace2::program {

/// A number of 64 bits, which JSON spells as a text of digits.
struct otlp_number {
  std::int64_t value{};

  void append_json(buffer& out) const noexcept;
};

/// One of its members is present. Lifetime: that of the text.
struct otlp_value {
  std::optional<std::string_view> stringValue{};
  std::optional<otlp_number> intValue{};
};
BOOST_DESCRIBE_STRUCT(otlp_value, (), (stringValue, intValue))

struct otlp_attribute {
  std::string_view key{};
  otlp_value value{};

  void append_json(buffer& out) const noexcept;
};
BOOST_DESCRIBE_STRUCT(otlp_attribute, (), (key, value))

/// Attributes of a span or resource. Values are strings, as in trace2receiver; numbers occur under
/// names of OpenTelemetry's semantic conventions only, which demand them.
///
/// Lifetime: keys are literals; values are views of texts that the caller keeps until the
/// attributes are encoded. A text that nobody keeps doesn't compile.
class otlp_attributes : public std::vector<otlp_attribute> {
 public:
  otlp_attributes& add(std::string_view key, std::string_view value) {
    push_back({key, {.stringValue = value}});
    return *this;
  }
  template <std::same_as<std::string> Text>
  otlp_attributes& add(std::string_view key, Text&& value) = delete;
  otlp_attributes& add_number(std::string_view key, std::int64_t value) {
    push_back({key, {.intValue = otlp_number{value}}});
    return *this;
  }
  otlp_attributes& add_if_any(std::string_view key, std::string_view value) {
    return value.empty() ? *this : add(key, value);
  }
  template <std::same_as<std::string> Text>
  otlp_attributes& add_if_any(std::string_view key, Text&& value) = delete;
  /// Adds an attribute, or gives the one of its name another value.
  otlp_attributes& set(otlp_attribute const& attribute) {
    auto const known = std::find_if(begin(), end(), [&attribute](otlp_attribute const& other) {
      return other.key == attribute.key;
    });
    known != end() ? void(known->value = attribute.value) : push_back(attribute);
    return *this;
  }
};

/// The bytes that a character of a text takes in a line, besides its own: five for control
/// characters, one for quotes and backslashes.
inline constexpr auto escape_sizes = [] {
  std::array<unsigned char, 256> sizes{};
  for (std::size_t c = 0; c < 0x20; ++c) sizes[c] = 5;
  sizes['"'] = sizes['\\'] = 1;
  return sizes;
}();

/// Bytes of a text in a line. An estimate for texts that aren't UTF-8.
inline std::size_t size_of(std::string_view text) noexcept {
  std::size_t size = text.size();
  for (char const c : text) size += escape_sizes[static_cast<unsigned char>(c)];
  return size;
}

/// An estimate of the bytes that attributes take, in memory or in a line, whichever is more.
inline std::size_t size_of(otlp_attributes const& attributes) noexcept {
  std::size_t size = 0;
  for (otlp_attribute const& attribute : attributes)
    size += sizeof attribute +
            (attribute.value.stringValue ? size_of(*attribute.value.stringValue) : std::size_t{0});
  return size;
}

/// Lifetime: that of its texts and attributes.
struct otlp_event {
  otlp_number timeUnixNano{};
  std::string_view name = "";
  std::span<otlp_attribute const> attributes{};
};
BOOST_DESCRIBE_STRUCT(otlp_event, (), (timeUnixNano, name, attributes))

/// An event in the encoding of a receiver.
struct otlp_encoded_event {
  std::string bytes{};

  void append_json(buffer& out) const noexcept;
};

struct otlp_status {
  static constexpr int error = 2;
  std::string_view message = "";
  int code{};
};
BOOST_DESCRIBE_STRUCT(otlp_status, (), (message, code))

struct otlp_link {
  otlp_trace_id traceId{};
  otlp_span_id spanId{};
  otlp_attributes attributes{};
};
BOOST_DESCRIBE_STRUCT(otlp_link, (), (traceId, spanId, attributes))

/// Lifetime: that of its texts and events.
struct otlp_span {
  /// The memory of the texts that every span has.
  static constexpr std::size_t per_span = 400;
  static constexpr std::size_t per_link = 200;
  static constexpr int internal = 1;
  static constexpr int server = 2;
  otlp_trace_id traceId{};
  otlp_span_id spanId{};
  std::optional<otlp_span_id> parentSpanId{};
  std::string_view name = "";
  int kind = internal;
  otlp_number startTimeUnixNano{};
  otlp_number endTimeUnixNano{};
  otlp_attributes attributes{};
  std::span<otlp_encoded_event const> events{};
  std::optional<std::vector<otlp_link>> links{};
  std::optional<otlp_status> status{};
};
BOOST_DESCRIBE_STRUCT(otlp_span, (),
                      (traceId, spanId, parentSpanId, name, kind, startTimeUnixNano,
                       endTimeUnixNano, attributes, events, links, status))

/// An estimate of the bytes that a span takes, in memory or in a line, whichever is more.
inline std::size_t size_of(otlp_span const& span) noexcept {
  std::size_t size =
      sizeof span + otlp_span::per_span + size_of(span.name) + size_of(span.attributes);
  if (span.status) size += size_of(span.status->message);
  if (span.links) size += span.links->size() * (sizeof(otlp_link) + otlp_span::per_link);
  for (otlp_encoded_event const& event : span.events) size += sizeof event + event.bytes.size();
  return size;
}

struct otlp_resource {
  otlp_attributes attributes{};
};
BOOST_DESCRIBE_STRUCT(otlp_resource, (), (attributes))

struct otlp_scope {
  std::string_view name{};
};
BOOST_DESCRIBE_STRUCT(otlp_scope, (), (name))

/// Spans in the encoding of a receiver, one behind the other: in JSON each behind a comma.
struct otlp_encoded_spans {
  std::string_view bytes{};
  std::size_t count = 0;

  void append_json(buffer& out) const noexcept;
};

/// Lifetime: that of the spans.
struct otlp_scope_spans {
  otlp_scope scope{};
  otlp_encoded_spans spans{};
};
BOOST_DESCRIBE_STRUCT(otlp_scope_spans, (), (scope, spans))

struct otlp_resource_spans {
  otlp_resource resource{};
  std::vector<otlp_scope_spans> scopeSpans{};
};
BOOST_DESCRIBE_STRUCT(otlp_resource_spans, (), (resource, scopeSpans))

/// A line of the file.
struct otlp_traces {
  std::vector<otlp_resource_spans> resourceSpans{};
};
BOOST_DESCRIBE_STRUCT(otlp_traces, (), (resourceSpans))

/// The format has no times before the epoch.
constexpr otlp_number otlp_time(read::moment at) noexcept {
  return {std::max(at.since_epoch(), read::no_time).count()};
}

/// Makes a span last a nanosecond at least. Viewers call a span without a length damaged, and
/// clocks of microseconds make many of them.
constexpr void lengthen(otlp_span& span) noexcept {
  constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max() - 1;
  std::int64_t const begin = span.startTimeUnixNano.value;
  if (span.endTimeUnixNano.value <= begin) span.endTimeUnixNano = {std::min(begin, latest) + 1};
}

}  // namespace trace2::program
