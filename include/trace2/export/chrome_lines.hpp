// Writes a file of Chrome's Trace Event format, one line per event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/chrome_schema.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/sink.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes the frame of the file and the events. The sink must outlive it.
class chrome_lines {
 public:
  explicit chrome_lines(sink& to) : to_{to, false} {
    to_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
  }

  void write(chrome_event const& event) {
    line_.clear();
    if (!is_first_) line_.append(',');
    detail::append_json(line_, event);
    line_.append('\n');
    if (line_.failed()) {
      ++left_out_;
      return;
    }
    is_first_ = false;
    to_.write(line_.view());
  }
  void finish() { to_.write("]}\n"); }

  /// Number of events whose line would be longer than `read::limits::output_line`.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  line_output to_;
  read::bounded_buffer line_;
  bool is_first_ = true;
  std::uint64_t left_out_ = 0;
};

}}}  // namespace trace2::v0::exporter
