// Writes a file of Chrome's Trace Event format, one line per event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/sink.hpp>

#include <cstdint>

#include "convert/chrome_schema.hpp"
#include "output/bounded_buffer.hpp"
#include "output/line_output.hpp"

namespace trace2::program {

/// Writes the frame of the file and the events. The sink must outlive it.
class chrome_lines {
 public:
  explicit chrome_lines(sink& to);

  void write(chrome_event const& event);
  void finish() { to_.write("]}\n"); }

  /// Number of events whose line would be longer than `read::limits::output_line`.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  line_output to_;
  bounded_buffer line_;
  bool is_first_ = true;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
