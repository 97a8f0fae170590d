// Exports a trace as folded stacks, for flame graphs: one line per stack, `frame;frame;frame
// microseconds`.
#pragma once

#include <trace2/export/left_out.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/model_walk.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Memory: up to `limits::export_memory`; stacks beyond are left out.
///
/// Collects the exclusive time of each stack: the time of a process, thread or region outside its
/// inner regions and children, and the time of a child outside its own sessions.
class folded {
 public:
  folded(read::model const& trace, read::label_table const& labels) {
    left_out_ = left_out_of(model_walk{trace, labels}.visit(*this)).add("stacks", stacks_left_out_);
  }

  exporter::left_out const& left_out() const noexcept { return left_out_; }

  /// Writes the stacks in alphabetical order. Stacks without time are left out.
  void write(sink& to) const {
    line_output lines{to, true};
    for (auto const& [stack, time] : times_)
      lines.write(std::string{stack}.append(" ").append(std::to_string(time)).append("\n"));
  }

  // ---- called by the walk ----

  void enter(model_walk::item const& item) {
    ends_.push_back(stack_.size());
    // The main thread shares the frame of its process.
    if (item.kind != model_walk::kind::main_thread) add_frame(item);
    if (item.exclusive <= 0) return;
    auto found = times_.find(stack_);
    if (found == times_.end()) {
      if (!memory_.take(stack_.size() + per_stack)) {
        ++stacks_left_out_;
        return;
      }
      found = times_.emplace(stack_, 0).first;
    }
    found->second = read::saturating_add(found->second, item.exclusive);
  }
  void leave(model_walk::item const&) {
    stack_.resize(ends_.back());
    ends_.pop_back();
  }

 private:
  void add_frame(model_walk::item const& item) {
    if (!stack_.empty()) stack_ += ';';
    if (item.kind == model_walk::kind::child) append("child");
    if (item.kind == model_walk::kind::region) append(item.category);
    if (item.kind == model_walk::kind::child || (!item.category.empty() && !item.name.empty()))
      stack_ += ':';
    append(item.name);
  }

  /// Replaces the separators of frames and lines inside a name.
  void append(std::string_view text) {
    for (char const c : text) stack_ += c == ';' || static_cast<unsigned char>(c) < ' ' ? ',' : c;
  }

  /// What the map takes for a stack, besides its text.
  static constexpr std::size_t per_stack = 128;

  std::string stack_;
  std::vector<std::size_t> ends_;
  std::map<std::string, std::int64_t> times_;
  read::memory_budget memory_{read::limits::export_memory};
  std::uint64_t stacks_left_out_ = 0;
  exporter::left_out left_out_;
};

}}}  // namespace trace2::v0::exporter
