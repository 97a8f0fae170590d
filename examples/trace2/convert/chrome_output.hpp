// Shared by the parts of the export to Chrome's Trace Event format.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/sink.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "convert/chrome_lines.hpp"
#include "convert/chrome_schema.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program {

/// The file under construction, its clock, and the names of slices. Times count from a day before
/// the second in which the first process began: Perfetto drops negative times, which occur when
/// files are out of order or clocks are set back.
class chrome_output {
 public:
  chrome_output(sink& to, read::label_table& labels) : to_{to}, labels_{labels} {}
  chrome_output(chrome_output const&) = delete;
  chrome_output& operator=(chrome_output const&) = delete;

  void begin(read::moment first) noexcept;

  /// Times are relative to keep numbers small, because viewers read them as floating-point ones.
  chrome_time relative(read::moment at) const noexcept;

  /// Viewers show the name alone, and labels such as "read" occur in several categories. Valid
  /// until the next call.
  std::string_view name_of(read::label_id of);
  read::label_table& labels() const noexcept { return labels_; }

  /// The buffer of an event's arguments, which are left out if they don't fit in.
  bounded_buffer& arguments() noexcept { return arguments_; }

  void show(chrome_event event);

  void finish() { to_.finish(); }

  std::uint64_t arguments_left_out() const noexcept { return arguments_left_out_; }
  std::uint64_t lines_left_out() const noexcept { return to_.left_out(); }

 private:
  static constexpr read::moment none = read::moment::min();
  static constexpr read::nanoseconds second{1'000'000'000};
  static constexpr read::nanoseconds day = 86'400 * second;

  chrome_lines to_;
  read::label_table& labels_;
  bounded_buffer arguments_;
  std::string name_;
  read::moment origin_ = none;
  std::uint64_t arguments_left_out_ = 0;
};

}  // namespace trace2::program
