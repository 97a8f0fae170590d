// A request body of spans or of metrics, ready to be sent.
#pragma once

#include <cstdint>
#include <string>

namespace trace2::program::otlp_http {

enum class encoding : unsigned char { json, protobuf };

/// Each has a URL of its own, and counts other items: spans, or data points.
enum class signal : unsigned char { traces, metrics };

struct message {
  std::string body;
  encoding as{};
  bool is_gzip = false;
  std::uint64_t items = 0;
};

}  // namespace trace2::program::otlp_http
