// Compresses request bodies.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trace2::program::otlp_http {

/// The bytes as a gzip stream; nothing when memory runs out.
std::optional<std::string> gzip(std::string_view bytes);

}  // namespace trace2::program::otlp_http
