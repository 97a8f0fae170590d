// Writes the rows of a trace into files that other programs load: one for each table.
#pragma once

#include <string>

#include "input/chosen_trace.hpp"

namespace trace2::program {

// Each writes the rows of what is chosen into a new directory.

int write_csv_tables(wanted_trace const& from, std::string const& path);

int write_ndjson_tables(wanted_trace const& from, std::string const& path);

}  // namespace trace2::program
