// The command trace2 cat: shows recordings of the flight recorder as text, also while they grow.
#pragma once

#include <string>
#include <vector>

#include "commands/text_options.hpp"
#include "options/choosing.hpp"

namespace trace2::program {

struct cat_options {
  std::string format = "perf";
  text_options text{};
  bool follows = false;
  bool is_anonymous = false;
  choice chosen{};
  window_choice window{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int cat(cat_options const& options);

}  // namespace commands

}  // namespace trace2::program
