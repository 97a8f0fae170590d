#include "convert/otlp_protobuf.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace otlp_protobuf_test {

namespace program = trace2::program;
using namespace std::string_view_literals;

namespace {

template <class Message>
std::string bytes_of(Message const& message) {
  std::string bytes;
  program::protobuf_writer{bytes}.append(message);
  return bytes;
}

}  // namespace

TEST_CASE("a text is its length and its bytes", "[export]") {
  CHECK(bytes_of(program::otlp_scope{"abc"}) ==
        "\x0a\x03"
        "abc");
  CHECK(bytes_of(program::otlp_scope{""}) == "\x0a\x00"sv);
}

TEST_CASE("what is no UTF-8 becomes U+FFFD, because readers refuse the whole message otherwise",
          "[export]") {
  CHECK(bytes_of(program::otlp_scope{"a\xff\xc3z"}) ==
        "\x0a\x08"
        "a\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST_CASE("ids are bytes, times have eight bytes, and what is absent has none", "[export]") {
  program::otlp_span span;
  span.traceId = {{0xff, std::uint64_t{0x12} << 56}};
  span.spanId = {{0x0a}};
  span.startTimeUnixNano = {258};
  span.endTimeUnixNano = {std::numeric_limits<std::int64_t>::max()};
  CHECK(bytes_of(span) ==
        "\x0a\x10\x00\x00\x00\x00\x00\x00\x00\xff\x12\x00\x00\x00\x00\x00\x00\x00"
        "\x12\x08\x00\x00\x00\x00\x00\x00\x00\x0a"
        "\x2a\x00"
        "\x30\x01"
        "\x39\x02\x01\x00\x00\x00\x00\x00\x00"
        "\x41\xff\xff\xff\xff\xff\xff\xff\x7f"sv);
  span.parentSpanId = program::otlp_span_id{{1}};
  span.status = program::otlp_status{"", program::otlp_status::error};
  std::string const bytes = bytes_of(span);
  CHECK(bytes.find("\x22\x08\x00\x00\x00\x00\x00\x00\x00\x01"sv) != bytes.npos);
  CHECK(bytes.ends_with("\x7a\x04\x12\x00\x18\x02"sv));
}

TEST_CASE("a number may be negative, and a long message has a length of several bytes",
          "[export]") {
  program::otlp_attributes attributes;
  std::string const text(200, 'x');
  attributes.add_number("k", -1).add("k", text);
  CHECK(bytes_of(program::otlp_resource{attributes}) ==
        "\x0a\x10\x0a\x01k\x12\x0b\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
        "\x0a\xd1\x01\x0a\x01k\x12\xcb\x01\x0a\xc8\x01" +
            text);
}

TEST_CASE("numbers of metrics have eight bytes, and lists of them one tag", "[export]") {
  program::otlp_number_point number;
  number.timeUnixNano = {1};
  number.asInt = "-2";
  CHECK(bytes_of(number) ==
        "\x11\x00\x00\x00\x00\x00\x00\x00\x00"
        "\x19\x01\x00\x00\x00\x00\x00\x00\x00"
        "\x31\xfe\xff\xff\xff\xff\xff\xff\xff"sv);
  program::otlp_histogram_point point;
  point.count = "3";
  point.sum = 1.5;
  point.bucketCounts = {"1", "2"};
  point.explicitBounds = {-2};
  std::string const bytes = bytes_of(point);
  CHECK(bytes.find("\x21\x03\x00\x00\x00\x00\x00\x00\x00"
                   "\x29\x00\x00\x00\x00\x00\x00\xf8\x3f"
                   "\x32\x10\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00"
                   "\x3a\x08\x00\x00\x00\x00\x00\x00\x00\xc0"
                   "\x59"sv) != bytes.npos);
  CHECK(bytes_of(program::otlp_sum{}) == "\x10\x02\x18\x01");
}

TEST_CASE("events and links are repeated fields, and messages behind each other are one",
          "[export]") {
  std::vector<program::otlp_encoded_event> events(2);
  for (program::otlp_encoded_event& event : events)
    program::protobuf_writer{event.bytes}.append_item(program::otlp_event{});
  std::vector<program::otlp_span> spans(2);
  spans[0].events = events;
  spans[1].links = std::vector<program::otlp_link>(1);
  std::string encoded;
  for (program::otlp_span const& span : spans) program::protobuf_writer{encoded}.append_item(span);
  program::otlp_traces const traces{{{{}, {{{"t"}, {encoded, spans.size()}}}}}};
  std::string bytes = bytes_of(traces);
  std::string const first = bytes;
  program::protobuf_writer{bytes}.append(traces);
  CHECK(bytes == first + first);
  // The time, the name, no attributes.
  std::string_view const event = "\x5a\x0b\x09\x00\x00\x00\x00\x00\x00\x00\x00\x12\x00"sv;
  std::size_t const at = first.find(event);
  CHECK(at != first.npos);
  CHECK(first.find(event, at + 1) != first.npos);
  CHECK(first.find("\x6a\x1c\x0a\x10" + std::string(16, '\0') + "\x12\x08" +
                   std::string(8, '\0')) != first.npos);
}

}  // namespace otlp_protobuf_test
