// The run-time settings of one target's lines. They are apart from the formats because a program
// that attaches a sink names them, and most units include no format.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 {

/// The run-time settings of one target's lines.
struct format_settings {
  bool brief = false;     ///< leave out time and place
  int nesting_limit = 2;  ///< deepest level shown by formats that limit nesting (R-REG-02)
};

}}  // namespace trace2::v0
