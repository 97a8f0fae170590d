// Writes finished lines to a sink that may be a terminal.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::program {

/// Writes each line by one `write` of the sink; a very long one on a terminal by several. On a
/// terminal it makes all control characters visible.
class line_output {
 public:
  /// `is_text`: the lines are text with possible control bytes; otherwise they are JSON. The sink
  /// must outlive this object.
  line_output(sink& to, bool is_text)
      : to_{to}, is_text_{is_text}, is_for_terminal_{to.is_terminal()} {}

  void write(std::string_view line);

 private:
  static constexpr std::size_t most_at_once = std::size_t{64} << 10;

  sink& to_;
  bool is_text_;
  bool is_for_terminal_;
  buffer safe_;
};

}  // namespace trace2::program
