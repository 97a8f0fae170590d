// Writes JSON piece by piece: objects, texts, numbers, and columns of them.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace trace2_program {

/// Writes to a sink, which must outlive it. Memory: constant, but for single texts.
class json_stream {
 public:
  explicit json_stream(trace2::sink& to) : to_{to} {}
  json_stream(json_stream const&) = delete;
  json_stream& operator=(json_stream const&) = delete;
  ~json_stream() { flush(); }

  json_stream& open(char bracket) {
    separate();
    line_.append(bracket);
    is_first_ = true;
    return *this;
  }
  json_stream& close(char bracket) {
    line_.append(bracket);
    is_first_ = false;
    return *this;
  }
  /// A member's name; its value comes next.
  json_stream& name(std::string_view member) {
    text(member);
    line_.append(':');
    is_first_ = true;
    return *this;
  }
  json_stream& text(std::string_view value) {
    separate();
    trace2::detail::append_json_string(line_, value);
    return *this;
  }
  json_stream& number(std::int64_t value) {
    separate();
    line_.append_decimal(value);
    return *this;
  }
  /// Nanoseconds as a number of microseconds.
  json_stream& time(std::int64_t nanoseconds) {
    separate();
    line_.append(trace2::exporter::microseconds_text(nanoseconds));
    return *this;
  }
  /// The sink, for a value that something else writes at once.
  trace2::sink& value() {
    separate();
    flush();
    return to_;
  }

  /// A member that is an array: a number for each row.
  template <class Rows, class NumberOf>
  json_stream& column(std::string_view member, Rows const& rows, NumberOf const& number_of) {
    name(member).open('[');
    for (auto const& row : rows) number(static_cast<std::int64_t>(number_of(row)));
    return close(']');
  }
  /// The same for numbers that are close to their neighbours: their differences.
  template <class Rows, class NumberOf>
  json_stream& differences(std::string_view member, Rows const& rows, NumberOf const& number_of) {
    std::int64_t last = 0;
    return column(member, rows, [&](auto const& row) {
      std::int64_t const present = number_of(row);
      return present - std::exchange(last, present);
    });
  }
  /// Both with times.
  template <class Rows, class TimeOf>
  json_stream& times(std::string_view member, Rows const& rows, TimeOf const& time_of) {
    name(member).open('[');
    for (auto const& row : rows) time(time_of(row));
    return close(']');
  }
  template <class Rows, class TimeOf>
  json_stream& time_differences(std::string_view member, Rows const& rows, TimeOf const& time_of) {
    std::int64_t last = 0;
    return times(member, rows, [&](auto const& row) {
      std::int64_t const present = time_of(row);
      return present - std::exchange(last, present);
    });
  }

 private:
  static constexpr std::size_t enough = std::size_t{32} * 1024;

  void separate() {
    if (!is_first_) line_.append(',');
    is_first_ = false;
    if (line_.size() >= enough) flush();
  }

  void flush() {
    to_.write(line_.view());
    line_.clear();
  }

  trace2::sink& to_;
  trace2::detail::buffer line_;
  bool is_first_ = true;
};

}  // namespace trace2_program
