// Writes the rows of a comparison as CSV (RFC 4180).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/export/comparison.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

namespace detail_of_comparison {

/// A line under construction.
class csv_line {
 public:
  explicit csv_line(detail::buffer& out) noexcept : out_{out} {}

  /// A text in quotes, since it may hold commas, quotes and ends of lines.
  void add(std::string_view text) {
    next();
    if (text.find_first_of(",\"\r\n") == text.npos) return out_.append(text);
    out_.append('"');
    for (char const c : text) {
      if (c == '"') out_.append('"');
      out_.append(c);
    }
    out_.append('"');
  }
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void add(Number value) {
    next();
    out_.append_decimal(value);
  }
  template <class Value>
  void add(std::optional<Value> const& value) {
    value ? add(*value) : add(std::string_view{});
  }
  void add(std::vector<std::string> const& path) {
    std::string text;
    for (std::string const& name : path) text.append(text.empty() ? "" : " > ").append(name);
    add(std::string_view{text});
  }
  /// A struct is the list of its members.
  template <described Struct>
  void add(Struct const& row) {
    for_each_member<Struct>([&](auto member) { add(row.*member.pointer); });
  }

  /// The names of a struct's members.
  template <described Struct>
  void add_names(std::string const& prefix = {}) {
    for_each_member<Struct>([&]<class Member>(Member) {
      using type = std::remove_cvref_t<decltype(std::declval<Struct>().*Member::pointer)>;
      if constexpr (described<type>)
        add_names<type>(prefix + Member::name + "_");
      else
        add(std::string_view{prefix + Member::name});
    });
  }

 private:
  void next() {
    if (!is_first_) out_.append(',');
    is_first_ = false;
  }

  detail::buffer& out_;
  bool is_first_ = true;
};

}  // namespace detail_of_comparison

/// Writes a line of names, and one for each row. Absent values are empty; a path is joined by " >
/// ".
inline void write_csv(sink& to, comparison const& all) {
  line_output out{to, true};
  detail::buffer line;
  auto const pass_on = [&] {
    line.append('\n');
    out.write(line.view());
    line.clear();
  };
  detail_of_comparison::csv_line{line}.add_names<comparison_row>();
  pass_on();
  for (comparison_row const& row : all.rows) {
    detail_of_comparison::csv_line{line}.add(row);
    pass_on();
  }
}

}}}  // namespace trace2::v0::exporter
