// Exports a trace as an indented tree: processes, threads, regions and children with their times.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "output/left_out.hpp"
#include "output/table.hpp"
#include "walk/model_walk.hpp"

namespace trace2::program {

class sampled_trace;

/// The limits and the looks of a tree. Items that are left out are counted in its last line.
struct tree_options {
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< most levels
  double least_share = 0;  ///< share of the outermost process; smaller items are left out
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< characters; shortens names
  text_style style{};
  bool is_filtered = false;                ///< regions of some categories are left out
  sampled_trace const* samples = nullptr;  ///< whose functions are shown; null: none
};

/// Writes one line per item: its time, its share of the outermost process, and its name, indented
/// by two blanks per level. Regions with the same name in the same place share one line with their
/// number, and with their message if they have the same.
///
/// The lines inside a process sum up to its wall time, and those inside a region to its total. The
/// time of a process includes the programs that it has become. A child has the time in which its
/// parent waited for it. If it took longer, this is noted, and the lines inside it sum up to its
/// own time. A child that was waited for in two regions is shown in that of the longer wait.
/// Threads beside the main one, and tasks, have trees beside what else is in the place that began
/// them. The tasks that a thread ran share a line there. Time that has no name of its own is
/// "self", "waiting" or "untraced"; a last line explains those of the words that occur. With
/// samples, lines behind an item show the functions of its time outside of inner regions. Another
/// one shows its disturbances.
class tree {
 public:
  tree(sink& to, tree_options const& options) : to_{to}, options_{options} {}

  void write(model const& trace, read::label_table const& labels);

  /// The items that the latest tree has no room for. Its last line says them, too.
  program::left_out const& left_out() const noexcept { return left_out_; }

  // ---- called by the walk ----

  void enter(model_walk::item const& item);

  void leave(model_walk::item const& item);

 private:
  /// The small items inside an item, which share one line.
  struct rest {
    std::uint64_t count = 0;
    read::nanoseconds total{};

    void add(model_walk::item const& item) noexcept;
  };

  void end_root();

  void show_legend();

  /// The main thread shares the line of its process, and the only process of a child the line of
  /// the child. Several processes of a child ran inside it, such as those that a hook's script runs
  /// before it becomes another program.
  static bool has_line(model_walk::item const& item) noexcept;
  static bool is_in_line_of_child(model_walk::item const& item) noexcept;

  /// Notes on an item, in brackets behind its name.
  struct notes {
    text_style style;
    std::string text{};
    std::size_t width = 0;

    void add(std::string const& note, bool is_alarming);
  };

  std::string beginning(read::nanoseconds time) const;

  void show(model_walk::item const& item);

  /// Below the line of an item with a region its samples and disturbances, outside of what has a
  /// line inside; below that of a process the samples of threads that tell no number.
  void show_details(model_walk::item const& item) const;
  std::vector<std::string> details_of(model_walk::item const& item) const;

  void show_rest(rest const& left_out) const;

  static std::string name_of(process_node const& process);

  /// Command lines are as short as the room demands.
  std::string name_of(model_walk::item const& item, std::size_t room) const;

  notes notes_of(model_walk::item const& item) const;

  /// A child and its only process mostly end in one way, which is said once.
  static void note_ends(notes& to, model_walk::item const& item);

  static void note_end(notes& to, process_node const& process);

  static void note_end(notes& to, child_node const& child);

  void note_counts(notes& to, model_walk::item const& item) const;

  static std::string right_aligned(std::string const& text, std::size_t width);

  sink& to_;
  tree_options options_;
  model const* trace_ = nullptr;
  std::vector<rest> levels_;  ///< of the items that are open; the first stands for all of them
  read::nanoseconds whole_{};
  bool is_fine_ = false;      ///< times are known to the nanosecond
  read::nanoseconds longest_{};  ///< of all outermost processes: gives all times their unit
  struct {
    bool self = false;
    bool waiting = false;
    bool untraced = false;
  } shown_words_;
  program::left_out left_out_;
  std::size_t inside_run_ = 0;  ///< levels from the tasks that a thread ran: regions are in theirs
  std::size_t hidden_ = 0;      ///< levels inside an item that is left out
};

}  // namespace trace2::program
