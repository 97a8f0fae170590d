// Finds the functions that account for the differences of a comparison.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "diff/comparison.hpp"
#include "diff/sample_table.hpp"
#include "model/model.hpp"
#include "samples/sampled_trace.hpp"
#include "walk/region_paths.hpp"

namespace trace2::program {

/// The samples of the runs of one side. A run was sampled if it ran between the first and the last
/// sample: a file may be that of one run of many.
class sampled_runs {
 public:
  /// The samples, which must outlive it, are joined to the model. Labels and paths are those of the
  /// comparison.
  sampled_runs(sampled_trace const& samples, model const& trace, read::label_table& labels,
               region_paths& paths);

  /// True if some sample is in a run.
  bool is_any() const noexcept { return !nodes_.empty(); }
  sampled_trace const& samples() const noexcept { return samples_; }

  std::uint64_t runs(sample_key const& of) const;
  /// Nanoseconds of all sampled runs, in a region, or in the main thread outside of regions.
  read::nanoseconds wall(sample_key const& of) const;
  function_profile functions(sample_key const& of) const;

 private:
  struct sampled_node {
    read::label_id command;
    path_id path;
    node_index node;
  };
  struct place {
    node_index node;
    path_id path;
    bool has_path;  ///< of its own; not so in a task that a thread ran: it has that around
  };

  void add_threads(node_index process, model const& trace);
  void add_tree(node_index process, place const& root, model const& trace);
  place inside(place const& around, node_index node, model const& trace) const;

  sampled_trace const& samples_;
  read::label_table& labels_;
  region_paths& paths_;
  std::vector<sampled_node> nodes_{};
  std::unordered_map<sample_key, read::nanoseconds, sample_table::hash> walls_{};
  std::unordered_map<read::label_id, std::uint64_t> runs_{};
};

/// The functions of the largest differences. Their names are those of the samples, which must
/// outlive them.
std::vector<row_functions> functions_of(comparison const& all, sampled_runs const& before,
                                        sampled_runs const& after);

}  // namespace trace2::program
