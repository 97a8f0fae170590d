// The check of options that take a number.
#pragma once

#include <CLI/CLI.hpp>

namespace trace2::program {

/// Some versions of CLI11 take a number below 0 for a huge one.
CLI::Validator not_negative();

}  // namespace trace2::program
