// Writes events in one of the writer's own formats, which is chosen at run time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/format_settings.hpp>

#include <memory>

#include "output/left_out.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct merged_event;
}}}  // namespace trace2::v0::read

namespace trace2::program {

enum class text_format { event, perf, normal };

/// Writes one line for each event; what that means for events of other writers stands at
/// text_writer.
class text_lines : public read::tracker_visitor {
 public:
  /// Writes an event of a recording, byte by byte as its program would have written it.
  virtual void write(read::merged_event const& recorded) = 0;

  virtual program::left_out left_out() const = 0;
};

/// Writes to a sink, which lives longer.
std::unique_ptr<text_lines> make_text_lines(text_format format, sink& to,
                                            format_settings const& settings);

}  // namespace trace2::program
