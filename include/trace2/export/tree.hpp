// Exports a trace as an indented tree: processes, threads, regions and children with their times.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/child_time.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/export/model_walk.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The limits and the looks of a tree. Items that are left out are counted in its last line.
struct tree_options {
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< most levels
  double least_share = 0;  ///< share of the outermost process; smaller items are left out
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< characters; shortens names
  text_style style{};
};

/// Writes one line per item: its time, its share of the outermost process, and its name, indented
/// by two blanks per level. Regions with the same name in the same place share one line with their
/// number, and with their message if they have the same.
///
/// The lines inside a process sum up to its wall time, and those inside a region to its total. The
/// time of a process includes the programs that it has become. A child has the time in which its
/// parent waited for it. If it took longer, this is noted, and the lines inside it sum up to its
/// own time. A child that was waited for in two regions is shown in that of the longer wait.
/// Threads beside the main one have trees of their own. The tasks that a thread ran share a line
/// there; tasks have trees beside what else is in the place that began them.
class tree {
 public:
  tree(sink& to, tree_options const& options) : to_{to}, options_{options} {}

  void write(read::model const& trace, read::label_table const& labels) {
    is_fine_ = trace.is_fine;
    longest_ = 0;
    for (read::node_index const root : trace.roots)
      longest_ = std::max(longest_, span_of(trace, root).total());
    left_out_ = left_out_of(model_walk{trace, labels}.visit(*this));
    show_hidden_threads();
    if (!left_out_.empty())
      to_.write(options_.style.dim("  ... " + left_out_.text() + " more") + "\n");
  }

  /// The items that the latest tree has no room for. Its last line says them, too.
  exporter::left_out const& left_out() const noexcept { return left_out_; }

  // ---- called by the walk ----

  static constexpr bool threads_apart = true;

  void enter(model_walk::item const& item) {
    if (inside_run_ > 0) {
      ++inside_run_;
      return;
    }
    if (levels_.empty()) begin_root(item);
    bool const is_shown = has_line(item) && share_of(item.total, whole_) >= options_.least_share;
    if (hidden_ > 0 || (has_line(item) && !is_shown)) {
      if (hidden_++ == 0) levels_.back().add(item);
      return;
    }
    if (!is_shown) return;
    if (levels_.size() <= options_.depth) show(item);
    levels_.emplace_back();
    if (item.kind == model_walk::kind::run) inside_run_ = 1;
  }

  void leave(model_walk::item const& item) {
    if (inside_run_ > 0 && --inside_run_ > 0) return;
    if (hidden_ > 0) {
      if (--hidden_ == 0 && levels_.size() == 1) end_root();
    } else if (has_line(item)) {
      rest const left_out = levels_.back();
      if (left_out.count > 0 && levels_.size() <= options_.depth) show_rest(left_out);
      levels_.pop_back();
      if (levels_.size() == 1) end_root();
    }
  }

 private:
  /// The small items inside an item, which share one line.
  struct rest {
    std::uint64_t count = 0;
    std::int64_t total = 0;

    void add(model_walk::item const& item) noexcept {
      ++count;
      total = read::saturating_add(total, item.total);
    }
  };

  void begin_root(model_walk::item const& item) {
    if (item.kind == model_walk::kind::process) {
      show_hidden_threads();
      whole_ = item.total;
      is_beside_ = false;
    } else if (!std::exchange(is_beside_, true)) {
      to_.write("\n");
    }
    levels_.emplace_back();
  }

  void end_root() {
    hidden_threads_.count += levels_.back().count;
    hidden_threads_.total = read::saturating_add(hidden_threads_.total, levels_.back().total);
    levels_.clear();
  }

  void show_hidden_threads() {
    if (hidden_threads_.count == 0) return;
    levels_.emplace_back();
    show_rest(hidden_threads_);
    levels_.clear();
    hidden_threads_ = {};
  }

  /// The main thread shares the line of its process, and the only process of a child the line of
  /// the child. Several processes of a child ran inside it, such as those that a hook's script runs
  /// before it becomes another program.
  static bool has_line(model_walk::item const& item) noexcept {
    if (item.kind == model_walk::kind::wait) return item.total > 0;
    return item.kind != model_walk::kind::main_thread && !is_in_line_of_child(item);
  }
  static bool is_in_line_of_child(model_walk::item const& item) noexcept {
    return item.kind == model_walk::kind::process && item.is_only_one;
  }

  /// Notes on an item, in brackets behind its name.
  struct notes {
    text_style style;
    std::string text{};
    std::size_t width = 0;

    void add(std::string const& note, bool is_alarming) {
      std::string const bracketed = "[" + note + "]";
      text += " " + (is_alarming ? style.alarming(bracketed) : style.dim(bracketed));
      width += 1 + width_of(bracketed);
    }
  };

  std::string beginning(std::int64_t time) const {
    return right_aligned(shown_duration(time, longest_, is_fine_), 12) +
           right_aligned(shown_share(share_of(time, whole_)), 8) + "  " +
           std::string(2 * (levels_.size() - 1), ' ');
  }

  void show(model_walk::item const& item) const {
    std::string line = beginning(item.total);
    notes const marks = notes_of(item);
    std::size_t const taken = line.size() + marks.width;
    constexpr std::size_t least = 16;
    std::size_t const room = std::max(least, options_.width > taken ? options_.width - taken : 0);
    std::string const name = shortened(name_of(item, room), room);
    bool const is_process = item.process != nullptr && item.kind != model_walk::kind::wait &&
                            item.kind != model_walk::kind::task;
    line += is_process ? options_.style.bold(name) : name;
    to_.write(line + marks.text + "\n");
  }

  void show_rest(rest const& left_out) const {
    to_.write(beginning(left_out.total) +
              options_.style.dim(std::to_string(left_out.count) + " more") + "\n");
  }

  static std::string name_of(read::process_node const& process) {
    return shown_text(process.command.empty() ? process.name : process.command);
  }

  /// Command lines are as short as the room demands.
  static std::string name_of(model_walk::item const& item, std::size_t room) {
    std::string const name = shown_text(item.name);
    switch (item.kind) {
      case model_walk::kind::process:
        return shortened_command(name_of(*item.process), room);
      case model_walk::kind::thread: {
        std::string const thread = "thread " + name + " of ";
        return thread +
               shortened_command(name_of(*item.process), room - std::min(room, width_of(thread)));
      }
      case model_walk::kind::wait:
        return "wait for " + name;
      case model_walk::kind::run:
        return "ran task " + shown_name(item.category, item.name);
      case model_walk::kind::task:
        return "task " + shown_name(item.category, item.name);
      case model_walk::kind::child:
        return item.process != nullptr ? shortened_command(name_of(*item.process), room)
                                       : "child " + name;
      default:
        return shown_name(item.category, item.name) +
               (item.message.empty() ? "" : " " + shown_text(item.message));
    }
  }

  notes notes_of(model_walk::item const& item) const {
    notes result{options_.style};
    if (item.kind == model_walk::kind::wait) return result;
    if (item.duration > item.total) result.add("took " + shown_duration(item.duration), false);
    bool const is_task = item.kind == model_walk::kind::task;
    bool const is_process = item.kind == model_walk::kind::process;
    if ((is_task || is_process) && item.is_beside) result.add("beside", false);
    bool const only_waits = item.region != nullptr && item.region->kind == read::region_kind::wait;
    if (only_waits) result.add("waits", false);
    if (is_process)
      note_end(result, *item.process);
    else if (item.kind == model_walk::kind::child)
      note_ends(result, item);
    else
      note_counts(result, item);
    return result;
  }

  /// A child and its only process mostly end in one way, which is said once.
  static void note_ends(notes& to, model_walk::item const& item) {
    std::size_t const before = to.width;
    if (item.process != nullptr) note_end(to, *item.process);
    if (to.width == before) note_end(to, *item.child);
  }

  static void note_end(notes& to, read::process_node const& process) {
    switch (process.state) {
      case read::process_state::running:
        return to.add("unfinished", true);
      case read::process_state::transformed:
        return to.add("exec", false);
      case read::process_state::killed:
        return to.add("killed by signal " + std::to_string(process.code - 128), true);
      default:
        if (process.code > 0) to.add("exit " + std::to_string(process.code), true);
    }
  }

  static void note_end(notes& to, read::child_node const& child) {
    if (child.is_left_alone)
      to.add("background", false);
    else if (child.duration < 0)
      to.add("unfinished", true);
    else if (child.pid == -1)
      to.add("not started", true);
    else if (child.code != 0)
      to.add("exit " + std::to_string(child.code), true);
  }

  static void note_counts(notes& to, model_walk::item const& item) {
    if (item.count > 1) to.add(std::to_string(item.count) + "x", false);
    if (item.incomplete > 0)
      to.add(item.count > 1 ? std::to_string(item.incomplete) + " unfinished" : "unfinished", true);
  }

  static std::string right_aligned(std::string const& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  }

  sink& to_;
  tree_options options_;
  std::vector<rest> levels_;  ///< of the items that are open; the first stands for all of them
  std::int64_t whole_ = 0;
  bool is_fine_ = false;      ///< times are known to the nanosecond
  std::int64_t longest_ = 0;  ///< of all outermost processes: gives all times their unit
  rest hidden_threads_;       ///< of the outermost process
  bool is_beside_ = false;    ///< threads are shown
  exporter::left_out left_out_;
  std::size_t inside_run_ = 0;  ///< levels from the tasks that a thread ran: regions are in theirs
  std::size_t hidden_ = 0;      ///< levels inside an item that is left out
};

}}}  // namespace trace2::v0::exporter
