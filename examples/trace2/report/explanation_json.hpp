// Writes why a command took as long as it did, for a report.
#pragma once

#include "report/json_stream.hpp"
#include "report/numbering.hpp"
#include "why/explanation.hpp"

namespace trace2::program {

/// Writes one object. Numbers that may be absent are 1 more than they are, and 0 if absent.
void write_explanation(json_stream& out, explanation const& of, report_numbering& numbers);

}  // namespace trace2::program
