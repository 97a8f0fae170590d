// Finished lines on their way to a sink that may be a terminal.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/sink.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes lines, one `write` of the sink for each; on a terminal such that it does nothing but show
/// them.
class line_output {
 public:
  /// `is_text`: the format leaves control bytes as they are. The sink must outlive the object.
  line_output(sink& to, bool is_text) : to_{to}, is_escaped_{is_text && to.is_terminal()} {}

  void write(std::string_view line) {
    if (!is_escaped_) return to_.write(line);
    safe_.clear();
    detail::append_terminal_safe(safe_, line);
    to_.write(safe_.view());
  }

 private:
  sink& to_;
  bool is_escaped_;
  detail::buffer safe_;
};

}}}  // namespace trace2::v0::exporter
