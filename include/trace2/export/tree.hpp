// A trace as an indented tree: processes, threads, regions and children with their times.
#pragma once

#include <trace2/export/model_walk.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace trace2::inline v0::exporter {

struct tree_options {
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< levels to show
  double least_share = 0;  ///< of the outermost process; what takes less is left out
  text_style style{};
};

/// Writes one line per item: its time, its share of the outermost process, and what it is, indented
/// by two blanks per level. Regions of one name at one place are one line with their number.
class tree {
 public:
  tree(sink& to, tree_options const& options) : to_{to}, options_{options} {}

  void write(read::model const& trace, read::label_table const& labels) {
    model_walk{trace, labels}.visit(*this);
  }

  // ---- called by the walk ----

  void enter(model_walk::item const& item) {
    if (item.kind == model_walk::kind::process && totals_.empty()) whole_ = item.total;
    bool const is_shown = has_line(item) && share_of(item.total, whole_) >= options_.least_share;
    hidden_ += hidden_ > 0 || (has_line(item) && !is_shown) ? 1 : 0;
    if (hidden_ == 0 && is_shown && level_ < options_.depth) show(item);
    level_ += has_line(item) ? 1 : 0;
    totals_.push_back(item.total);
  }

  void leave(model_walk::item const& item) {
    totals_.pop_back();
    level_ -= has_line(item) ? 1 : 0;
    if (hidden_ > 0) --hidden_;
  }

 private:
  /// The main thread is its process, and a child is the sessions that it turned out to be.
  static bool has_line(model_walk::item const& item) noexcept {
    if (item.kind == model_walk::kind::main_thread) return false;
    return item.kind != model_walk::kind::child || item.child->sessions.empty();
  }

  void show(model_walk::item const& item) const {
    std::string line = right_aligned(shown_duration(item.total), 12);
    line += right_aligned(shown_share(share_of(item.total, whole_)), 8);
    line.append(2 + 2 * level_, ' ');
    line += description_of(item);
    to_.write(line + "\n");
  }

  std::string description_of(model_walk::item const& item) const {
    switch (item.kind) {
      case model_walk::kind::process:
        return process_text(*item.process);
      case model_walk::kind::thread:
        return "thread " + shown_text(item.name);
      case model_walk::kind::child:
        return "child " + shown_text(item.name) + child_notes(*item.child);
      default:
        return shown_text(item.category) + (item.category.empty() || item.name.empty() ? "" : "/") +
               shown_text(item.name) + region_notes(item);
    }
  }

  std::string process_text(read::process_node const& process) const {
    std::string text =
        options_.style.bold(shown_text(process.command.empty() ? process.name : process.command));
    switch (process.state) {
      case read::process_state::running:
        return text + note("unfinished", true);
      case read::process_state::transformed:
        return text + note("exec", false);
      case read::process_state::killed:
        return text + note("killed by signal " + std::to_string(process.code - 128), true);
      default:
        return process.code == 0 ? text : text + note("exit " + std::to_string(process.code), true);
    }
  }

  std::string region_notes(model_walk::item const& item) const {
    std::string notes;
    if (item.count > 1) notes += note(std::to_string(item.count) + "x", false);
    if (item.incomplete > 0)
      notes += note(item.count > 1 ? std::to_string(item.incomplete) + " unfinished" : "unfinished",
                    true);
    return notes;
  }

  std::string child_notes(read::child_node const& child) const {
    if (child.is_left_alone) return note("background", false);
    if (child.duration < 0) return note("unfinished", true);
    if (child.pid == -1) return note("not started", true);
    return child.code == 0 ? "" : note("exit " + std::to_string(child.code), true);
  }

  std::string note(std::string const& text, bool is_alarming) const {
    std::string const bracketed = "[" + text + "]";
    return " " + (is_alarming ? options_.style.alarming(bracketed) : options_.style.dim(bracketed));
  }

  static std::string right_aligned(std::string const& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  }

  sink& to_;
  tree_options options_;
  std::vector<std::int64_t> totals_;
  std::int64_t whole_ = 0;
  std::size_t level_ = 0;
  std::size_t hidden_ = 0;  ///< levels inside of something that is left out
};

}  // namespace trace2::inline v0::exporter
