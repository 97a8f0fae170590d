// Writes JSON piece by piece: objects, texts, numbers, and columns of them.
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace trace2::program {

/// Writes to a sink, which must outlive it. Memory: constant, but for single texts.
class json_stream {
 public:
  explicit json_stream(trace2::sink& to) : to_{to} {}
  json_stream(json_stream const&) = delete;
  json_stream& operator=(json_stream const&) = delete;
  ~json_stream() { flush(); }

  json_stream& open(char bracket);
  json_stream& close(char bracket);
  /// A member's name; its value comes next.
  json_stream& name(std::string_view member);
  json_stream& text(std::string_view value);
  json_stream& number(std::int64_t value);
  /// A number of microseconds.
  json_stream& time(read::nanoseconds length);
  /// The sink, for a value that something else writes at once.
  trace2::sink& value();

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
    read::nanoseconds last;
    return times(member, rows, [&](auto const& row) {
      read::nanoseconds const present = time_of(row);
      return present - std::exchange(last, present);
    });
  }

 private:
  static constexpr std::size_t enough = std::size_t{32} * 1024;

  void separate();

  void flush();

  trace2::sink& to_;
  trace2::buffer line_;
  bool is_first_ = true;
};

}  // namespace trace2::program
