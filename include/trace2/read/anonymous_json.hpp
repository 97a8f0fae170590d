// JSON whose texts are replaced, and whose structure stays.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/anonymous_texts.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/known_names.hpp>
#include <trace2/read/replacements.hpp>
#include <trace2/read/string_end.hpp>

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Appends JSON in which names of members and texts are replaced. Numbers and literals stay, as do
/// the names that events of the library itself use, and plain values within quotes. `json` is one
/// that a `json_scanner` has accepted; text with escapes takes memory. Cost: linear.
inline void append_anonymous_json(std::string& to, std::string_view json, anonymous_texts& texts,
                                  std::pmr::memory_resource& memory) {
  json_reader const reader{memory};
  constexpr std::string_view blanks = " \t\r\n";
  special_finder specials;
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const quote = std::min(json.find('"', at), json.size());
    to.append(json.substr(at, quote - at));
    if (quote == json.size()) return;

    bool has_escapes = false;
    char const* const all_end = json.data() + json.size();
    char const* end = specials.next(json.data() + quote + 1, all_end);
    while (end != all_end && *end != '"') {
      has_escapes = has_escapes || *end == '\\';
      end = specials.next(std::min(end + (*end == '\\' ? 2 : 1), all_end), all_end);
    }
    at = std::min(static_cast<std::size_t>(end - json.data()) + 1, json.size());
    json_value const string{json.substr(quote, at - quote), json_kind::string, has_escapes};
    std::string_view const text = reader.text(string);
    std::size_t const next = json.find_first_not_of(blanks, at);
    bool const is_name = next != json.npos && json[next] == ':';
    to.push_back('"');
    if (is_name ? is_among(known_names::json_keys, text) : is_among(known_names::json_words, text))
      to.append(text);
    else if (is_name)
      texts.append(to, replaced::key, text);
    else
      texts.append_value(to, text);
    to.push_back('"');
  }
}

}}}  // namespace trace2::v0::read
