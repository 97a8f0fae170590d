// Writes tables of described structs as comma-separated values (RFC 4180).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Appends a field; in quotes if it holds a quote, a comma or the end of a line. Each ill-formed
/// piece of UTF-8 becomes U+FFFD: a recording, and a trace of Git, may hold any bytes.
inline void append_csv(detail::buffer& out, std::string_view text) {
  bool const is_quoted = text.find_first_of("\",\r\n") != text.npos;
  if (is_quoted) out.append('"');
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] != '"' && detail::is_ascii(text[end])) ++end;
    out.append(text.substr(at, end - at));
    if (at = end; at == text.size()) break;
    if (text[at] != '"')
      at = detail::append_repaired_utf8(out, text, at);
    else
      out.append("\"\""), ++at;
  }
  if (is_quoted) out.append('"');
}

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
  explicit csv_line(detail::buffer& out) noexcept : out_{out} {}

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
        detail::append_json(out_, value);
    }
  }
  void add(std::vector<std::string> const& path) {
    std::string text;
    for (std::string const& name : path) text.append(text.empty() ? "" : " > ").append(name);
    add(text);
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
  void next() {
    if (!is_first_) out_.append(',');
    is_first_ = false;
  }

  detail::buffer& out_;
  bool is_first_ = true;
};

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
  csv_line{line}.add_names<row_type>();
  end_line();
  for (row_type const& row : rows) {
    csv_line{line}.add(row);
    end_line();
  }
}

}}}  // namespace trace2::v0::exporter
