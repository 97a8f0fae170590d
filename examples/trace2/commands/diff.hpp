// The command trace2 diff: compares what commands did before and after a change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"

namespace trace2::program {

struct diff_options {
  std::optional<double> limit{};  ///< part of 1 by which something may be slower
  bool is_json = false;
  bool is_csv = false;
  bool shows_tests = false;
  std::string by{};  ///< "category/key" of a datum, or empty
  std::string to{};  ///< "html" or empty
  std::vector<std::string> samples{};  ///< files of a profiler: none, or one of each side
  std::string output{};
  row_limit rows{25};
  colour_choice colour{};
  choice chosen{};
  std::string before{};
  std::string after{};
};

namespace commands {

/// Returns the exit status; 3 when something has become slower than allowed.
int diff(diff_options const& options);

}  // namespace commands

}  // namespace trace2::program
