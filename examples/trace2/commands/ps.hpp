// The command trace2 ps: lists the programs that can be looked at while they run.
#pragma once

#include "output/colour.hpp"

namespace trace2::program {

struct ps_options {
  bool is_json = false;
  colour_choice colour{};
};

namespace commands {

/// Returns the exit status.
int ps(ps_options const& options);

}  // namespace commands

}  // namespace trace2::program
