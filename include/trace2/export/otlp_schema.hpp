// The types of OTLP's JSON that the export uses. The names of members are those on the wire.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// One of its members is present.
struct otlp_value {
  std::optional<std::string> stringValue{};
  std::optional<std::string> intValue{};  ///< in decimal digits, as protobuf spells large numbers
};
BOOST_DESCRIBE_STRUCT(otlp_value, (), (stringValue, intValue))

struct otlp_attribute {
  std::string_view key{};
  otlp_value value{};
};
BOOST_DESCRIBE_STRUCT(otlp_attribute, (), (key, value))

/// Attributes of a span, event or resource. Values are strings, as in trace2receiver; numbers occur
/// under names of OpenTelemetry's semantic conventions only, which demand them.
class otlp_attributes : public std::vector<otlp_attribute> {
 public:
  /// Lifetime: `key` is a literal.
  otlp_attributes& add(std::string_view key, std::string value) {
    push_back({key, {.stringValue = std::move(value)}});
    return *this;
  }
  otlp_attributes& add_number(std::string_view key, std::int64_t value) {
    push_back({key, {.intValue = std::to_string(value)}});
    return *this;
  }
  otlp_attributes& add_if_any(std::string_view key, std::string_view value) {
    return value.empty() ? *this : add(key, std::string{value});
  }
  /// Adds an attribute, or gives the one of its name another value.
  otlp_attributes& set(otlp_attribute const& attribute) {
    auto const known = std::find_if(begin(), end(), [&attribute](otlp_attribute const& other) {
      return other.key == attribute.key;
    });
    known != end() ? void(known->value = attribute.value) : push_back(attribute);
    return *this;
  }
};

/// Bytes of a text in a line, where control characters are six and quotes two. An estimate for
/// texts that aren't UTF-8.
inline std::size_t size_of(std::string_view text) noexcept {
  std::size_t size = text.size();
  for (char const c : text)
    size += static_cast<unsigned char>(c) < 0x20 ? 5 : c == '"' || c == '\\' ? 1 : 0;
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

struct otlp_event {
  std::string timeUnixNano{};
  std::string name{};
  otlp_attributes attributes{};
};
BOOST_DESCRIBE_STRUCT(otlp_event, (), (timeUnixNano, name, attributes))

struct otlp_status {
  static constexpr int error = 2;
  std::string message{};
  int code{};
};
BOOST_DESCRIBE_STRUCT(otlp_status, (), (message, code))

struct otlp_link {
  std::string traceId{};
  std::string spanId{};
  otlp_attributes attributes{};
};
BOOST_DESCRIBE_STRUCT(otlp_link, (), (traceId, spanId, attributes))

struct otlp_span {
  /// The memory of the texts that every span has.
  static constexpr std::size_t per_span = 400;
  static constexpr std::size_t per_link = 200;
  static constexpr int internal = 1;
  static constexpr int server = 2;
  std::string traceId{};
  std::string spanId{};
  std::optional<std::string> parentSpanId{};
  std::string name{};
  int kind = internal;
  std::string startTimeUnixNano{};
  std::string endTimeUnixNano{};
  otlp_attributes attributes{};
  std::vector<otlp_event> events{};
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
  for (otlp_event const& event : span.events)
    size += sizeof event + size_of(event.name) + size_of(event.attributes);
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

/// Lifetime: that of the spans.
struct otlp_scope_spans {
  otlp_scope scope{};
  std::span<otlp_span const> spans{};
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

/// Nanoseconds since the epoch; the format has none before.
inline std::string otlp_time(std::int64_t at) {
  return std::to_string(std::max<std::int64_t>(at, 0));
}

/// Makes a span last a nanosecond at least. Viewers call a span without a length damaged, and
/// clocks of microseconds make many of them.
inline void lengthen(otlp_span& span) {
  std::int64_t const begin = std::stoll(span.startTimeUnixNano);
  std::int64_t const end = std::stoll(span.endTimeUnixNano);
  constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max() - 1;
  if (end <= begin) span.endTimeUnixNano = otlp_time(std::min(begin, latest) + 1);
}

}}}  // namespace trace2::v0::exporter
