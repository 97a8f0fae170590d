// The command trace2 check: tells what is odd in a trace.
#pragma once

#include <string>
#include <vector>

namespace trace2::program {

struct check_options {
  bool is_json = false;
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int check(check_options const& options);

}  // namespace commands

}  // namespace trace2::program
