// Rows as text: comma-separated values (RFC 4180), and JSON with an object on each line.
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/text/utf8.hpp>
#include <trace2/export/csv.hpp>
#include <trace2/export/microseconds.hpp>
#include <trace2/format.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "readable_text.hpp"
#include "rows.hpp"

/// Microseconds, always with three decimals: who loads the rows takes the type of a column from its
/// first values.
template <>
struct trace2::detail::foreign_json<trace2_program::tables::time_value> {
  static void append(buffer& out, trace2_program::tables::time_value time) noexcept {
    trace2::exporter::append_microseconds(out, time.nanoseconds);
    if (time.nanoseconds % 1'000 == 0) out.append(".000");
  }
};

namespace trace2_program::tables {

/// A first line with the names, then a line for each row. An absent value is an empty field, an
/// empty text one in quotes. Texts are UTF-8: ill-formed pieces, and NUL, are U+FFFD.
class csv_rows {
 public:
  static constexpr std::string_view ending = ".csv";

  template <class Row>
  void begin(trace2::buffer& out) {
    trace2::exporter::csv_line{out}.add_names<Row>();
    out.append('\n');
  }

  template <class Row>
  void append(trace2::buffer& out, Row const& row) {
    bool is_first = true;
    trace2::for_each_member<Row>([&](auto member) {
      if (!std::exchange(is_first, false)) out.append(',');
      add(out, row.*member.pointer);
    });
    out.append('\n');
  }

 private:
  void add(trace2::buffer& out, std::string_view value) {
    if (value.empty()) return out.append(R"("")");
    std::string_view const readable = readable_.of(value);
    if (readable.find('\0') == readable.npos) return trace2::exporter::append_csv(out, readable);
    std::string shown;
    for (char const c : readable)
      c == '\0' ? shown.append(trace2::detail::replacement_character) : shown.append(1, c);
    trace2::exporter::append_csv(out, shown);
  }
  template <class Value>
  requires(!std::convertible_to<Value const&, std::string_view>)
  void add(trace2::buffer& out, Value const& value) {
    trace2::detail::append_json(out, value);
  }
  template <class Value>
  void add(trace2::buffer& out, std::optional<Value> const& value) {
    if (value) add(out, *value);
  }

  readable_text readable_;
};

/// An object for each row, with all of its columns: an absent value is null.
class ndjson_rows {
 public:
  static constexpr std::string_view ending = ".ndjson";

  template <class Row>
  void begin(trace2::buffer&) {}

  template <class Row>
  void append(trace2::buffer& out, Row const& row) {
    char before = '{';
    trace2::for_each_member<Row>([&](auto member) {
      out.append(std::exchange(before, ','));
      trace2::detail::append_json(out, std::string_view{member.name});
      out.append(':');
      trace2::detail::append_json(out, row.*member.pointer);
    });
    out.append("}\n");
  }
};

}  // namespace trace2_program::tables
