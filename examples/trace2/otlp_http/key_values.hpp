// Lists of names and values as OpenTelemetry's variables spell them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2_program::otlp_http {

using key_values = std::vector<std::pair<std::string, std::string>>;

inline std::string_view without_blanks(std::string_view text) {
  std::size_t const begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Resolves "%2C" and its like; nothing for a percent sign with other characters behind it.
inline std::optional<std::string> without_percents(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      result.push_back(text[at]);
      continue;
    }
    if (at + 2 >= text.size()) return {};
    std::size_t const high = digits.find(text[at + 1]);
    std::size_t const low = digits.find(text[at + 2]);
    if (high == digits.npos || low == digits.npos) return {};
    result.push_back(static_cast<char>(high % 16 << 4 | low % 16));
    at += 2;
  }
  return result;
}

/// Parses "key=value,key=value" with values in percent-encoding; nothing for another text.
inline std::optional<key_values> parse_key_values(std::string_view text) {
  key_values result;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(','), text.size());
    std::string_view const pair = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    std::size_t const equals = pair.find('=');
    if (equals == pair.npos || equals == 0) return {};
    auto const name = without_percents(without_blanks(pair.substr(0, equals)));
    auto value = without_percents(without_blanks(pair.substr(equals + 1)));
    if (!name || name->empty() || !value) return {};
    result.emplace_back(*name, std::move(*value));
  }
  return result;
}

}  // namespace trace2_program::otlp_http
