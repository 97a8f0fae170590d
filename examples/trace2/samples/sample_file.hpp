// Reads the samples that an option --samples names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include "samples/sample_set.hpp"

namespace trace2::program {

/// The samples of a file that perf(1) has recorded, by "perf script", or of a file with the text
/// that this has written, whose times of day are local. Says why if there are none, and what the
/// samples lack.
std::optional<sample_set> read_samples(std::string const& path);

}  // namespace trace2::program
