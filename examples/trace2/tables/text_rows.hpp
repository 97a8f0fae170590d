// Rows as text: comma-separated values (RFC 4180), and JSON with an object on each line.
#pragma once

#include <trace2/format.hpp>
#include <trace2/read/append_json.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/utf8.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

#include "output/csv.hpp"
#include "tables/readable_text.hpp"
#include "tables/rows.hpp"

namespace trace2::program::tables {

/// A first line with the names, then a line for each row. An absent value is an empty field, an
/// empty text one in quotes. Texts are UTF-8: ill-formed pieces, and NUL, are U+FFFD.
class csv_rows {
 public:
  static constexpr std::string_view ending = ".csv";

  template <class Row>
  void begin(trace2::buffer& out) {
    csv_line{out}.add_names<Row>();
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
  void add(trace2::buffer& out, std::string_view value);
  template <class Value>
  requires(!std::convertible_to<Value const&, std::string_view>)
  void add(trace2::buffer& out, Value const& value) {
    read::append_json(out, value);
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
      read::append_json(out, std::string_view{member.name});
      out.append(':');
      read::append_json(out, row.*member.pointer);
    });
    out.append("}\n");
  }
};

}  // namespace trace2::program::tables
