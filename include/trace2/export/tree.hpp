// Exports a trace as an indented tree: processes, threads, regions and children with their times.
#pragma once

#include <trace2/export/left_out.hpp>
#include <trace2/export/model_walk.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// What a tree leaves out, and how it looks. Items that are left out are counted in its last line.
struct tree_options {
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< most levels
  double least_share = 0;  ///< share of the outermost process; smaller items are left out
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< characters; shortens names
  text_style style{};
};

/// Writes one line per item: its time, its share of the outermost process, and its name, indented
/// by two blanks per level. Regions with the same name in the same place share one line with their
/// number.
class tree {
 public:
  tree(sink& to, tree_options const& options) : to_{to}, options_{options} {}

  void write(read::model const& trace, read::label_table const& labels) {
    left_out_ = left_out_of(model_walk{trace, labels}.visit(*this));
    if (!left_out_.empty())
      to_.write(options_.style.dim("  ... " + left_out_.text() + " more") + "\n");
  }

  /// What the latest tree has no room for. It is also the tree's last line.
  exporter::left_out const& left_out() const noexcept { return left_out_; }

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
  /// The main thread shares the line of its process, and a child that of its only process. Several
  /// processes of a child ran inside it, such as those that a hook's script runs before it becomes
  /// another program.
  static bool has_line(model_walk::item const& item) noexcept {
    if (item.kind == model_walk::kind::main_thread) return false;
    return item.kind != model_walk::kind::child || item.child->sessions.size() != 1;
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

  void show(model_walk::item const& item) const {
    std::string line = right_aligned(shown_duration(item.total), 12);
    line += right_aligned(shown_share(share_of(item.total, whole_)), 8);
    line.append(2 + 2 * level_, ' ');
    notes const marks = notes_of(item);
    std::size_t const taken = line.size() + marks.width;
    constexpr std::size_t least = 16;
    std::string const name = shortened(
        name_of(item), std::max(least, options_.width > taken ? options_.width - taken : 0));
    line += item.kind == model_walk::kind::process ? options_.style.bold(name) : name;
    to_.write(line + marks.text + "\n");
  }

  static std::string name_of(model_walk::item const& item) {
    std::string const name = shown_text(item.name);
    switch (item.kind) {
      case model_walk::kind::process:
        return item.process->command.empty() ? name : shown_text(item.process->command);
      case model_walk::kind::thread:
        return "thread " + name;
      case model_walk::kind::child:
        return "child " + name;
      default:
        return shown_text(item.category) + (item.category.empty() || name.empty() ? "" : "/") +
               name;
    }
  }

  notes notes_of(model_walk::item const& item) const {
    notes result{options_.style};
    if (item.kind == model_walk::kind::process)
      note_end(result, *item.process);
    else if (item.kind == model_walk::kind::child)
      note_end(result, *item.child);
    else
      note_counts(result, item);
    return result;
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
        if (process.code != 0) to.add("exit " + std::to_string(process.code), true);
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
  std::vector<std::int64_t> totals_;
  std::int64_t whole_ = 0;
  std::size_t level_ = 0;
  exporter::left_out left_out_;
  std::size_t hidden_ = 0;  ///< levels inside an item that is left out
};

}}}  // namespace trace2::v0::exporter
