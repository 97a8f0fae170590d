// Lists of names and values as OpenTelemetry's variables spell them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2::program::otlp_http {

using key_values = std::vector<std::pair<std::string, std::string>>;

/// Resolves "%2C" and its like; nothing for a percent sign with other characters behind it.
std::optional<std::string> without_percents(std::string_view text);

/// Parses "key=value,key=value" with values in percent-encoding; nothing for another text.
std::optional<key_values> parse_key_values(std::string_view text);

}  // namespace trace2::program::otlp_http
