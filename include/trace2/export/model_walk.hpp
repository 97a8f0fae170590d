// Walks through a model in the order that all exports share: processes, in them threads, in them
// regions, and children at the place of their start.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Walks through a model, which must outlive it. The time of items deeper than `max_depth` counts
/// for the item around them, so that a hostile trace can't exhaust the stack.
class model_walk {
 public:
  enum class kind : unsigned char { process, main_thread, thread, region, child };

  struct item {
    model_walk::kind kind{};
    std::string_view category{};  ///< only for regions and children
    std::string_view name{};
    std::int64_t total{};
    std::int64_t exclusive{};  ///< part of the total that is in no inner item
    std::uint64_t count = 1;
    std::uint64_t incomplete{};
    read::process_node const* process = nullptr;  ///< only for processes
    read::child_node const* child = nullptr;      ///< only for children
  };

  static constexpr int max_depth = 1'000;

  model_walk(read::model const& trace, read::label_table const& labels)
      : trace_{trace}, labels_{labels}, children_of_(trace.regions.size()) {
    for (std::size_t i = 0; i < trace.children.size(); ++i)
      children_of_[trace.children[i].region].push_back(static_cast<read::node_index>(i));
  }

  /// Calls `visitor.enter(item)` and, after all inner items, `visitor.leave(item)`. Returns what
  /// the visitor has not seen: what the model has no node for, and what lies too deep.
  template <class Visitor>
  read::missing_nodes visit(Visitor& visitor) {
    seen_ = {};
    for (read::node_index const root : trace_.roots) process(root, 0, visitor);
    read::missing_nodes missing = trace_.missing;
    missing.processes += trace_.processes.size() - seen_.processes;
    missing.threads += trace_.threads.size() - seen_.threads;
    missing.regions += trace_.regions.size() - trace_.threads.size() - seen_.regions;
    missing.children += trace_.children.size() - seen_.children;
    return missing;
  }

 private:
  template <class Visitor>
  void process(read::node_index index, int depth, Visitor& visitor) {
    read::process_node const& node = trace_.processes[index];
    bracket({.kind = kind::process, .name = node.name, .total = node.wall(), .process = &node},
            depth, visitor, [&] {
              for (read::node_index const thread_index : node.threads)
                thread(trace_.threads[thread_index], depth + 1, visitor);
              for (read::node_index const stranger : node.strangers)
                process(stranger, depth + 1, visitor);
            });
  }

  template <class Visitor>
  void thread(read::thread_node const& node, int depth, Visitor& visitor) {
    bool const is_main = node.name == "main" || node.name == "MainThread";
    region(node.root, {.kind = is_main ? kind::main_thread : kind::thread, .name = node.name},
           depth, visitor);
  }

  template <class Visitor>
  void region(read::node_index index, item shown, int depth, Visitor& visitor) {
    read::region_node const& node = trace_.regions[index];
    shown.total = node.total;
    shown.exclusive =
        std::max<std::int64_t>(node.total - read::saturating_add(node.nested, node.in_children), 0);
    shown.count = node.count;
    shown.incomplete = node.incomplete;
    bracket(shown, depth, visitor, [&] { inside(index, depth + 1, visitor); });
  }

  /// Visits the children and regions inside a region, in the order of their first beginnings.
  template <class Visitor>
  void inside(read::node_index index, int depth, Visitor& visitor) {
    auto started = children_of_[index].begin();
    auto const show_children_before = [&](std::int64_t moment) {
      for (; started != children_of_[index].end(); ++started) {
        if (trace_.children[*started].begin >= moment) return;
        child(trace_.children[*started], depth, visitor);
      }
    };
    for (read::node_index inner = trace_.regions[index].first_child; inner != read::no_node;
         inner = trace_.regions[inner].next) {
      read::region_node const& node = trace_.regions[inner];
      show_children_before(node.begin);
      auto const& label = labels_[node.label];
      region(inner, {.kind = kind::region, .category = label.category, .name = label.name}, depth,
             visitor);
    }
    show_children_before(std::numeric_limits<std::int64_t>::max());
  }

  template <class Visitor>
  void child(read::child_node const& node, int depth, Visitor& visitor) {
    auto const& label = labels_[node.what];
    std::int64_t explained = 0;
    for (read::node_index const session : node.sessions)
      explained = read::saturating_add(explained, trace_.processes[session].wall());
    std::int64_t const total = std::max<std::int64_t>(node.duration, 0);
    bracket({.kind = kind::child,
             .category = label.category,
             .name = label.name,
             .total = total,
             .exclusive = std::max<std::int64_t>(total - explained, 0),
             .incomplete = node.duration < 0 ? 1u : 0u,
             .child = &node},
            depth, visitor, [&] {
              for (read::node_index const session : node.sessions)
                process(session, depth + 1, visitor);
            });
  }

  void count(kind seen) noexcept {
    switch (seen) {
      case kind::process:
        ++seen_.processes;
        break;
      case kind::main_thread:
      case kind::thread:
        ++seen_.threads;
        break;
      case kind::region:
        ++seen_.regions;
        break;
      case kind::child:
        ++seen_.children;
        break;
    }
  }

  template <class Visitor, class Inside>
  void bracket(item shown, int depth, Visitor& visitor, Inside const& inside) {
    count(shown.kind);
    bool const is_deepest = depth >= max_depth;
    if (is_deepest) shown.exclusive = shown.total;
    visitor.enter(shown);
    if (!is_deepest) inside();
    visitor.leave(shown);
  }

  read::model const& trace_;
  read::label_table const& labels_;
  read::missing_nodes seen_;
  std::vector<std::vector<read::node_index>> children_of_;  ///< by region_node
};

}}}  // namespace trace2::v0::exporter
