// The command trace2 query: answers a question in SQL.
#pragma once

#include <string>
#include <vector>

#include "options/choosing.hpp"
#include "output/colour.hpp"

namespace trace2::program {

struct query_options {
  std::string sql{};
  bool is_json = false;
  bool is_csv = false;
  bool is_schema = false;
  colour_choice colour{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int query(query_options const& options);

}  // namespace commands

}  // namespace trace2::program
