// Writes tables of described structs as comma-separated values (RFC 4180).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "output/line_output.hpp"

namespace trace2::program {

/// Appends a field; in quotes if it holds a quote, a comma or the end of a line. Each ill-formed
/// piece of UTF-8 becomes U+FFFD: a recording, and a trace of Git, may hold any bytes.
void append_csv(buffer& out, std::string_view text);

namespace detail_of_csv {

template <class T>
struct inner {
  using type = T;
};
template <class T>
struct inner<std::optional<T>> {
  using type = T;
};

/// The struct whose members a member of a row stands for; the type of the member if it has one
/// field of its own.
template <class Member, class Row>
using type_in =
    typename inner<std::remove_cvref_t<decltype(std::declval<Row>().*Member::pointer)>>::type;

}  // namespace detail_of_csv

/// A line under construction. A struct inside a row has a field for each of its members, which is
/// named after both.
class csv_line {
 public:
  explicit csv_line(buffer& out) noexcept : out_{out} {}

  /// The names of a struct's members.
  template <described Row>
  void add_names(std::string const& prefix = {}) {
    for_each_member<Row>([&]<class Member>(Member) {
      using type = detail_of_csv::type_in<Member, Row>;
      if constexpr (described<type>)
        add_names<type>(prefix + Member::name + "_");
      else
        add(std::string_view{prefix + Member::name});
    });
  }

  /// A text as it is, names of a path with " > " in between, any other value as JSON has it.
  template <class T>
  void add(T const& value) {
    if constexpr (described<T>) {
      for_each_member<T>([&](auto member) { add(value.*member.pointer); });
    } else {
      next();
      if constexpr (std::convertible_to<T const&, std::string_view>)
        append_csv(out_, value);
      else
        read::append_json(out_, value);
    }
  }
  void add(std::vector<std::string> const& path);
  /// Rows inside a row, as one field with JSON.
  template <described Row>
  void add(std::vector<Row> const& rows) {
    buffer json;
    read::append_json(json, rows);
    next();
    append_csv(out_, json.view());
  }
  /// An absent value leaves its fields empty.
  template <class T>
  void add(std::optional<T> const& value) {
    if (value)
      add(*value);
    else if constexpr (described<T>)
      for_each_member<T>([&](auto) { next(); });
    else
      next();
  }

 private:
  void next();

  buffer& out_;
  bool is_first_ = true;
};

/// Writes the names of the members as the first line, and one line for each row. Durations are
/// seconds, as in JSON. Memory: that of the longest row.
template <class Rows>
void write_csv(sink& to, Rows const& rows) {
  using row_type = typename Rows::value_type;
  line_output out{to, true};
  buffer line;
  auto const end_line = [&] {
    line.append('\n');
    out.write(line.view());
    line.clear();
  };
  csv_line{line}.add_names<row_type>();
  end_line();
  for (row_type const& row : rows) {
    csv_line{line}.add(row);
    end_line();
  }
}

}  // namespace trace2::program
