// Writes tables of described structs as comma-separated values (RFC 4180).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/json_value.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Appends a field; in quotes if it holds a quote, a comma or the end of a line.
inline void append_csv(detail::buffer& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == text.npos) return out.append(text);
  out.append('"');
  for (char const c : text) {
    if (c == '"') out.append('"');
    out.append(c);
  }
  out.append('"');
}

/// Appends a text as it is, any other value as JSON has it, and nothing for an absent one.
template <class T>
void append_csv_value(detail::buffer& out, T const& value) {
  if constexpr (requires { value.has_value(); }) {
    if (value.has_value()) append_csv_value(out, *value);
  } else if constexpr (std::convertible_to<T const&, std::string_view>) {
    append_csv(out, value);
  } else {
    detail::append_json(out, value);
  }
}

/// Writes the names of the members as the first line, and one line for each row. Durations are
/// seconds, as in JSON. Memory: that of the longest row.
template <class Rows>
void write_csv(sink& to, Rows const& rows) {
  using row_type = typename Rows::value_type;
  line_output out{to, true};
  detail::buffer line;
  auto const end_line = [&] {
    line.append('\n');
    out.write(line.view());
    line.clear();
  };
  for_each_member<row_type>([&](auto member) {
    if (!line.empty()) line.append(',');
    line.append(member.name);
  });
  end_line();
  for (row_type const& row : rows) {
    bool is_first = true;
    for_each_member<row_type>([&](auto member) {
      if (!is_first) line.append(',');
      is_first = false;
      append_csv_value(line, row.*member.pointer);
    });
    end_line();
  }
}

}}}  // namespace trace2::v0::exporter
