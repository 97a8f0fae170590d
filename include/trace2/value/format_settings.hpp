// What can be chosen about a format's lines; apart from formats, because a program that attaches a
// sink says it, and formats are no business of most units.
#pragma once

namespace trace2 { inline namespace v0 {

/// The run-time choices of one target about its lines.
struct format_settings {
  bool brief = false;     ///< leave out time and place
  int nesting_limit = 2;  ///< of formats that limit nesting (R-REG-02)
};

}}  // namespace trace2::v0
