// Numbers what a report shows of a model: processes, threads, children and labels.
#pragma once

#include <trace2/read/exit_code.hpp>
#include <trace2/read/label_table.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "report/kept_processes.hpp"

namespace trace2::program {

/// An exit code for the page: 0 if it is unknown, 1 more than a code from 0 on, else as it is.
std::int64_t report_code(read::exit_code code) noexcept;

/// The rows of a report's tables, by the nodes of the model, which must outlive it.
class report_numbering {
 public:
  using node_index = program::node_index;

  /// Where a child was started: its thread, and the number of regions around it.
  struct place {
    node_index thread{};
    int depth{};
  };

  explicit report_numbering(model const& trace);

  kept_processes const& processes() const noexcept { return kept_; }
  /// The threads of the processes that are kept, in the order of their rows.
  std::vector<node_index> const& threads() const noexcept { return threads_; }
  std::vector<node_index> const& children() const noexcept { return children_; }

  bool is_kept(node_index thread) const noexcept;
  /// Of a thread that is kept.
  std::int64_t of_thread(node_index thread) const noexcept;
  /// 1 more than the row; 0 for a child that is left out.
  std::int64_t of_child(node_index child) const noexcept;
  place place_of(node_index child) const noexcept { return places_[trace_.children[child].region]; }
  /// Of a region in the tree of a thread.
  node_index thread_of(node_index region) const noexcept { return places_[region].thread; }

  /// Numbers a label that is used for the first time.
  std::uint32_t of_label(read::label_id id);
  /// The labels that were used, in the order of their numbers.
  std::vector<read::label_id> const& labels() const noexcept { return labels_; }

 private:
  void find_places();

  void number_threads();

  void number_children();

  model const& trace_;
  kept_processes kept_;
  std::vector<node_index> threads_;
  std::vector<std::size_t> thread_numbers_;  ///< by thread of the model
  std::vector<place> places_;                ///< in each region of the model
  std::vector<node_index> children_;
  std::vector<std::size_t> child_numbers_;  ///< by child of the model: 1 more than the row, or 0
  std::vector<read::label_id> labels_;
  std::vector<std::uint32_t> label_numbers_;  ///< by label: 1 more than the number, or 0
};

}  // namespace trace2::program
