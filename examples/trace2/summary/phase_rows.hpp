// Makes the table of phases of a summary.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/value/duration.hpp>

#include <vector>

#include "model/phase_sums.hpp"
#include "summary/summary.hpp"

namespace trace2::program {

phase_row row_of(phase_key const& key, phase_statistics const& sum,
                 read::label_table const& labels);

/// The phases with most time come first; in each come the timers with most time, then the counters.
/// Texts are views of the labels.
std::vector<phase_row> rows_of_phases(phase_sums const& sums, read::label_table const& labels);

}  // namespace trace2::program
