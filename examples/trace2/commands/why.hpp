// The command trace2 why: explains why a command took as long as it did.
#pragma once

#include <string>
#include <vector>

#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"

namespace trace2::program {

class output;
struct text_style;
struct wanted_trace;
enum class followed : unsigned char;

struct why_options {
  bool is_json = false;
  bool is_csv = false;
  std::string samples{};  ///< a file of a profiler; empty: none
  row_limit rows{10};
};

/// Explains the slowest command that is chosen. A command's name alone is looked up in the model,
/// which also knows children that write no trace.
followed write_why(wanted_trace const& wanted, why_options const& options, text_style style,
                   output& out);

struct why_command_options {
  why_options shown{};
  colour_choice colour{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int why(why_command_options const& options);

}  // namespace commands

}  // namespace trace2::program
