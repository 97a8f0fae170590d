// Makes the summary of a trace from its model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "statistics/stable_sort.hpp"
#include "summary/phase_rows.hpp"
#include "summary/summary.hpp"

namespace trace2::program {

/// Makes a summary of a model. Rows with most time come first; processes form a tree. Texts are
/// views of the model and its labels, which must outlive the summary.
class summarizer {
 public:
  summarizer(model const& trace, read::label_table const& labels)
      : trace_{trace}, labels_{labels} {}

  summary make() const;

  /// Timers and counters alone.
  summary make_sums() const;

 private:
  using fine_duration = read::fine_duration;

  fine_duration length(read::nanoseconds of) const noexcept;

  static std::string time_text(read::moment at);

  // ---- processes ----

  void add_processes(std::vector<process_row>& rows) const;

  /// Uses no recursion, since a session id may be a long chain.
  void add_tree(node_index root, read::nanoseconds whole, std::vector<process_row>& rows) const;

  process_row row_of(process_node const& node, int level, read::nanoseconds whole) const;

  /// All processes below a process, in the order of their beginnings.
  std::vector<node_index> sessions_of(process_node const& node) const;

  // ---- sums ----

  /// Sorts by weight, then by name, so that equal traces have equal summaries.
  template <class Row, class Weight>
  static void sort(std::vector<Row>& rows, Weight weight) {
    sort_stably(rows, [&](Row const& a, Row const& b) {
      auto const [heavy, light] = std::pair{weight(b), weight(a)};
      return heavy != light ? heavy < light : names_of(a) < names_of(b);
    });
  }
  static auto names_of(command_row const& row) { return std::pair{row.name, std::string_view{}}; }
  static auto names_of(region_row const& row) { return std::pair{row.category, row.label}; }
  static auto names_of(task_row const& row) { return std::pair{row.category, row.label}; }
  static auto names_of(child_row const& row) { return std::pair{row.child_class, row.program}; }
  static auto names_of(timer_row const& row) { return std::pair{row.category, row.name}; }
  static auto names_of(counter_row const& row) { return std::pair{row.category, row.name}; }
  static auto names_of(data_row const& row) { return std::pair{row.category, row.key}; }
  static auto names_of(other_event_row const& row) { return row.name; }
  static auto names_of(error_row const& row) { return std::pair{row.format, row.message}; }

  void add_commands(summary& result) const;

  void add_regions(summary& result) const;

  void add_tasks(std::vector<task_row>& rows) const;

  void add_faults(std::vector<loss_row>& rows) const;

  void add_children(summary& result) const;

  static std::optional<interval_quantiles> quantiles_of(timer_statistics const& sums);

  void add_sums(summary& result) const;

  /// The library's own reports of missing events are losses (see session/ending.hpp).
  void add_data(summary& result) const;
  static void add_values(data_statistics const& sums, data_row& row);

  void add_other_events(std::vector<other_event_row>& rows) const;

  void add_errors(summary& result) const;

  model const& trace_;
  read::label_table const& labels_;
};

}  // namespace trace2::program
