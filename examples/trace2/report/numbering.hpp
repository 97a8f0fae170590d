// Numbers what a report shows of a model: processes, threads, children and labels.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kept_processes.hpp"

namespace trace2_program {

/// The rows of a report's tables, by the nodes of the model, which must outlive it.
class report_numbering {
 public:
  using node_index = trace2::read::node_index;

  /// Where a child was started: its thread, and the number of regions around it.
  struct place {
    node_index thread{};
    int depth{};
  };

  explicit report_numbering(trace2::read::model const& trace) : trace_{trace}, kept_{trace} {
    find_places();
    number_threads();
    number_children();
  }

  kept_processes const& processes() const noexcept { return kept_; }
  /// Those of the processes that are kept, in the order of their rows.
  std::vector<node_index> const& threads() const noexcept { return threads_; }
  std::vector<node_index> const& children() const noexcept { return children_; }

  bool is_kept(node_index thread) const noexcept {
    return kept_.number_of(trace_.threads[thread].process) != kept_processes::none;
  }
  /// Of a thread that is kept.
  std::int64_t of_thread(node_index thread) const noexcept {
    return static_cast<std::int64_t>(thread_numbers_[thread]);
  }
  /// 1 more than the row; 0 for a child that is left out.
  std::int64_t of_child(node_index child) const noexcept {
    return static_cast<std::int64_t>(child_numbers_[child]);
  }
  place place_of(node_index child) const noexcept { return places_[trace_.children[child].region]; }

  /// Numbers a label that is used for the first time.
  std::uint32_t of_label(trace2::read::label_id id) {
    if (id >= label_numbers_.size()) label_numbers_.resize(std::size_t{id} + 1);
    if (label_numbers_[id] == 0) {
      labels_.push_back(id);
      label_numbers_[id] = static_cast<std::uint32_t>(labels_.size());
    }
    return label_numbers_[id] - 1;
  }
  /// Those that were used, in the order of their numbers.
  std::vector<trace2::read::label_id> const& labels() const noexcept { return labels_; }

 private:
  void find_places() {
    places_.resize(trace_.regions.size());
    for (std::size_t i = 0; i < trace_.threads.size(); ++i)
      places_[trace_.threads[i].root].thread = static_cast<node_index>(i);
    // A region stands behind the one around it.
    for (std::size_t i = 0; i < trace_.regions.size(); ++i)
      if (node_index const parent = trace_.regions[i].parent; parent != trace2::read::no_node)
        places_[i] = {places_[parent].thread, places_[parent].depth + 1};
  }

  void number_threads() {
    thread_numbers_.resize(trace_.threads.size());
    for (std::size_t i = 0; i < trace_.threads.size(); ++i)
      if (is_kept(static_cast<node_index>(i))) {
        thread_numbers_[i] = threads_.size();
        threads_.push_back(static_cast<node_index>(i));
      }
  }

  void number_children() {
    child_numbers_.resize(trace_.children.size());
    for (std::size_t i = 0; i < trace_.children.size(); ++i)
      if (kept_.number_of(trace_.children[i].process) != kept_processes::none) {
        children_.push_back(static_cast<node_index>(i));
        child_numbers_[i] = children_.size();
      }
  }

  trace2::read::model const& trace_;
  kept_processes kept_;
  std::vector<node_index> threads_;
  std::vector<std::size_t> thread_numbers_;  ///< by thread of the model
  std::vector<place> places_;                ///< in each region of the model
  std::vector<node_index> children_;
  std::vector<std::size_t> child_numbers_;  ///< by child of the model: 1 more than the row, or 0
  std::vector<trace2::read::label_id> labels_;
  std::vector<std::uint32_t> label_numbers_;  ///< by label: 1 more than the number, or 0
};

}  // namespace trace2_program
