// Writes a report: one page for a browser, which needs nothing but itself.
#pragma once

#include <string>

#include "diff/comparison.hpp"
#include "input/chosen_trace.hpp"
#include "output/output.hpp"

namespace trace2::program {

/// Writes the page of what is chosen, with the samples of a file, unless its name is empty.
followed write_report(chosen_trace& chosen, std::string const& samples, output& out);

/// Writes the page of two traces and the differences between them. Both were followed once.
bool write_difference(chosen_trace& before, chosen_trace& after, comparison const& made,
                      output& out);

}  // namespace trace2::program
