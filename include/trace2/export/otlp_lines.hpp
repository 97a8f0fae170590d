// The lines of the OpenTelemetry export.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes spans as lines of at most `longest` bytes.
class otlp_lines {
 public:
  otlp_lines(sink& to, std::size_t longest) : to_{to, false}, longest_{longest}, line_{longest} {}

  /// Writes the spans of a resource: as one line, or each half of them by itself when they are too
  /// long for one. A span that is too long by itself is left out and counted.
  void write(otlp_attributes const& resource, std::span<otlp_span const> spans) {
    line_.clear();
    detail::append_json(line_, otlp_traces{{{{resource}, {{{"trace2"}, spans}}}}});
    line_.append('\n');
    if (!line_.failed()) return to_.write(line_.view());
    if (spans.size() <= 1) {
      spans_left_out_ += spans.size();
      return;
    }
    write(resource, spans.first(spans.size() / 2));
    write(resource, spans.subspan(spans.size() / 2));
  }

  std::size_t longest() const noexcept { return longest_; }
  std::uint64_t spans_left_out() const noexcept { return spans_left_out_; }

 private:
  line_output to_;
  std::size_t longest_;
  read::bounded_buffer line_;
  std::uint64_t spans_left_out_ = 0;
};

}}}  // namespace trace2::v0::exporter
