// JSON whose texts are replaced, and whose structure stays.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_cursor.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>

#include <string>
#include <string_view>

#include "anonymise/anonymous_texts.hpp"

namespace trace2::program {

/// Appends JSON in which names of members and texts are replaced. Numbers and literals stay, as do
/// the names that events of the library itself use, and plain values within quotes. `json` is one
/// that a `json_scanner` has accepted; text with escapes takes memory. Cost: linear.
void append_anonymous_json(std::string& to, std::string_view json, anonymous_texts& texts,
                           std::pmr::memory_resource& memory);

}  // namespace trace2::program
