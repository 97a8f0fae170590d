// The lines of a tree as a table of described structs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "output/left_out.hpp"
#include "samples/sampled_trace.hpp"
#include "walk/model_walk.hpp"
#include "walk/tree.hpp"

namespace trace2::program {

/// An item of the tree, behind the one that it lies in. `kind` is process, thread, region, child,
/// wait, run, task, self, waiting or untraced, as `walk_kind` explains them. The only
/// process of a child is in the child's row.
struct tree_row {
  int level{};  ///< 0 for an outermost process
  std::string_view kind{};
  std::string_view category{};
  std::string_view name{};  ///< of a process with its arguments
  std::optional<std::string_view> message{};
  std::optional<std::string_view> sid{};
  read::fine_duration total{};                    ///< of a child: in which its parent waited for it
  std::optional<read::fine_duration> duration{};  ///< of a child, no matter who waited
  double share{};                                 ///< part of the outermost process
  std::uint64_t count{};
  std::uint64_t unfinished{};
  std::optional<std::int64_t> code{};
  std::optional<std::uint64_t> samples{};  ///< outside of inner regions
  std::optional<std::vector<function_row>> functions{};
  std::optional<thread_samples> other_threads{};  ///< of the process, which tell no number
  std::optional<row_waits> waits{};
  std::optional<disturbance_sums> disturbances{};
};
BOOST_DESCRIBE_STRUCT(tree_row, (),
                      (level, kind, category, name, message, sid, total, duration, share, count,
                       unfinished, code, samples, functions, other_threads, waits, disturbances))

/// Collects the rows that `tree` has lines for; of the options depth and least share count. Texts
/// are those of the model and its labels.
class tree_rows {
 public:
  tree_rows(model const& trace, read::label_table const& labels, tree_options const& options);

  std::vector<tree_row> const& rows() const noexcept { return rows_; }
  /// Counts of what the model has no node for.
  program::left_out const& left_out() const noexcept { return left_out_; }

  // ---- called by the walk ----

  void enter(model_walk::item const& item);
  void leave(model_walk::item const& item);

 private:
  static bool has_row(model_walk::item const& item) noexcept;
  void add(model_walk::item const& item);
  void add_details(model_walk::item const& item);

  tree_options options_;
  model const& trace_;
  bool is_fine_;
  std::vector<tree_row> rows_;
  program::left_out left_out_;
  read::nanoseconds whole_{};  ///< of the outermost process
  std::size_t open_ = 0;    ///< items with a row
  std::size_t inside_ = 0;  ///< items of all kinds
  std::size_t hidden_ = 0;  ///< levels inside an item without a row, or inside a run
};

}  // namespace trace2::program
