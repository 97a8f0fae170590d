// Writes a summary, or another struct with long tables, as one JSON object.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>

#include <optional>
#include <type_traits>
#include <vector>

#include "output/line_output.hpp"
#include "summary/summary.hpp"

namespace trace2::program {

namespace detail_of_summary {

template <class T>
inline constexpr bool is_table = false;
template <class Row>
inline constexpr bool is_table<std::vector<Row>> = true;
template <>
inline constexpr bool is_table<left_out> = true;

template <class T>
inline constexpr bool is_optional_table = false;
template <class Row>
inline constexpr bool is_optional_table<std::optional<std::vector<Row>>> = true;

}  // namespace detail_of_summary

/// Writes one line. Memory: that of the longest row.
template <described Tables>
void write_json(sink& to, Tables const& all) {
  line_output out{to, false};
  buffer piece;
  auto const pass_on = [&] {
    out.write(piece.view());
    piece.clear();
  };
  char separator = '{';
  for_each_member<Tables>([&](auto member) {
    auto const& value = all.*member.pointer;
    using type = std::remove_cvref_t<decltype(value)>;
    if constexpr (requires { value.has_value(); })
      if (!value) return;
    piece.append(separator);
    separator = ',';
    read::append_json_string(piece, member.name);
    piece.append(':');
    auto const write_rows = [&](auto const& rows) {
      piece.append('[');
      for (auto const& row : rows) {
        if (&row != &rows.front()) piece.append(',');
        read::append_json(piece, row);
        pass_on();
      }
      piece.append(']');
    };
    if constexpr (detail_of_summary::is_table<type>) {
      write_rows(value);
    } else if constexpr (detail_of_summary::is_optional_table<type>) {
      write_rows(*value);
    } else {
      read::append_json(piece, value);
    }
  });
  piece.append("}\n");
  pass_on();
}

}  // namespace trace2::program
