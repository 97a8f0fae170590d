// The command trace2 list: shows one line for each command.
#pragma once

#include <string>
#include <vector>

#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"

namespace trace2::program {

struct list_options {
  std::string sort = "newest";
  row_limit rows{0};
  bool is_json = false;
  bool is_csv = false;
  colour_choice colour{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int list(list_options const& options);

}  // namespace commands

}  // namespace trace2::program
