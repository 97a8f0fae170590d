// The command trace2 run: runs any command under a session, so that programs without traces appear
// in one.
#pragma once

#include <string>
#include <vector>

#include "otlp_http/settings.hpp"

namespace trace2::program {

struct run_options {
  std::string to{};
  std::string output{};
  bool is_json = false;
  bool is_anonymous = false;
  std::string samples{};                ///< recording_options as a text; empty: none
  std::string samples_stack = "fp";     ///< how perf unwinds stacks
  std::vector<std::string> words{};     ///< the command
  std::vector<std::string> prefixes{};  ///< of variables, besides those of the library and of Git
  // Somebody waits for the end of the command.
  otlp_http::options otlp{.retry_for = 3, .is_of_this_host = true};
};

namespace commands {

/// Returns the exit status, that of the command if it was run. The arguments are those of the
/// program.
int run(run_options const& options, int argc, char** argv);

}  // namespace commands

}  // namespace trace2::program
