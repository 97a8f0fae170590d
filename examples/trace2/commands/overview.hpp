// The commands trace2 summary and trace2 tree: overviews of a trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"

namespace trace2 { inline namespace v0 { namespace read {
class label_table;
}}}  // namespace trace2::v0::read

namespace trace2::program {

class output;
struct model;
struct text_style;
struct wanted_trace;
enum class followed : unsigned char;

struct overview_options {
  bool json = false;
  std::string csv{};  ///< the table to write as comma-separated values
  std::string sort = "total";
  std::string histogram{};  ///< the regions to draw instead
  row_limit rows{25};
  std::size_t depth = 0;      ///< levels to show; 0: all
  double least_share = 0;     ///< part of 1
  std::string samples{};      ///< for the tree: a file of a profiler; empty: none
  bool is_unlimited = false;  ///< the trace is known to hold regions of all levels
};

/// Tells that the trace may lack regions, if it looks as if Git had left the deeper ones out.
void note_nesting_limit(model const& trace, read::label_table const& labels, text_style style,
                        output& out);

followed write_summary(wanted_trace const& wanted, overview_options const& options,
                       text_style style, output& out);
followed write_tree(wanted_trace const& wanted, overview_options const& options, text_style style,
                    output& out);

struct overview_command_options {
  overview_options shown{};
  colour_choice colour{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// These return the exit status.
int summary(overview_command_options const& options);
int tree(overview_command_options const& options);

}  // namespace commands

}  // namespace trace2::program
