// The command trace2 report: writes a page for a browser that shows a trace.
#pragma once

#include <string>
#include <vector>

#include "options/choosing.hpp"

namespace trace2::program {

struct report_options {
  std::string output{};
  bool is_anonymous = false;
  std::string samples{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int report(report_options const& options);

}  // namespace commands

}  // namespace trace2::program
