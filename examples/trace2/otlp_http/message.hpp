// A request body of spans, ready to be sent.
#pragma once

#include <cstdint>
#include <string>

namespace trace2_program::otlp_http {

enum class encoding : unsigned char { json, protobuf };

struct message {
  std::string body;
  encoding as{};
  bool is_gzip = false;
  std::uint64_t spans = 0;
};

}  // namespace trace2_program::otlp_http
