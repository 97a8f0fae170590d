// Defines what row_regions.hpp declares.
#include "why/row_regions.hpp"

#include "model/thread_role.hpp"

namespace trace2::program {

namespace {

/// Adds the nodes of a thread whose label is wanted; those of tasks that it ran only for a task.
class thread_search {
 public:
  thread_search(critical_path::row const& row, model const& trace, std::vector<node_index>& to)
      : row_{row}, trace_{trace}, to_{to} {}

  void run(node_index root) {
    bool const is_root_wanted =
        row_.label == critical_path::no_label && row_.kind != critical_path::kind::task;
    if (is_root_wanted) {
      to_.push_back(root);
      return;
    }
    std::vector<open> left{{root, false}};
    while (!left.empty()) {
      auto const [node, is_in_task] = left.back();
      left.pop_back();
      for (node_index inner = trace_.regions[node].first_child; inner != no_node;
           inner = trace_.regions[inner].next) {
        region_node const& region = trace_.regions[inner];
        bool const is_run = region.kind == region_kind::run;
        bool const is_of_task = row_.kind == critical_path::kind::task;
        bool const has_label = region.label == row_.label;
        bool const is_inside = is_of_task && (is_in_task || (is_run && has_label));
        if (is_inside || (!is_of_task && !is_run && has_label)) to_.push_back(inner);
        if (is_of_task || !is_run) left.push_back({inner, is_inside});
      }
    }
  }

 private:
  struct open {
    node_index node;
    bool is_in_task;
  };
  critical_path::row const& row_;
  model const& trace_;
  std::vector<node_index>& to_;
};

}  // namespace

std::vector<node_index> regions_of(critical_path::row const& row, explanation const& of,
                                   model const& trace) {
  using kind = critical_path::kind;
  std::vector<node_index> found;
  bool const has_samples = row.kind == kind::self || row.kind == kind::region ||
                           row.kind == kind::thread || row.kind == kind::task;
  if (!has_samples) return found;
  thread_search search{row, trace, found};
  for (critical_path::stay const& stay : of.stays) {
    if (stay.name != row.process) continue;
    for (node_index const index : trace.processes[stay.process].threads) {
      thread_node const& thread = trace.threads[index];
      bool const is_wanted = row.kind == kind::task     ? true
                             : row.kind == kind::thread ? role_of(thread.name) == row.name
                                                        : thread.is_main();
      if (is_wanted) search.run(thread.root);
    }
  }
  return found;
}

}  // namespace trace2::program
