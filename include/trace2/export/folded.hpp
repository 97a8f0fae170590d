// Exports a trace as folded stacks, for flame graphs: one line per stack, `frame;frame;frame
// microseconds`, with decimals where a recording knows them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/utf8.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/model_walk.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/thread_role.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Memory: up to `limits::export_memory`; stacks beyond are left out.
///
/// Collects the exclusive time of each stack: the time of a process, thread or region outside its
/// inner regions and children, and the time of a child outside its own sessions. The stacks that
/// begin with a process sum up to its wall time, with the programs that it has become. What ran
/// beside it has stacks that begin with "beside PROCESS": its other threads, of which those with
/// one role share a stack, and the children for which it has not waited all the time. The frame of
/// a region has its message if all regions at its place have the same. Tasks have the time in which
/// threads ran them, in the stacks of these threads and with frames of the role "task"; nothing is
/// said of their waits.
class folded {
 public:
  folded(read::model const& trace, read::label_table const& labels) {
    left_out_ = left_out_of(model_walk{trace, labels}.visit(*this)).add("stacks", stacks_left_out_);
  }

  exporter::left_out const& left_out() const noexcept { return left_out_; }

  /// The stacks with their times in nanoseconds, in alphabetical order. Those without time are left
  /// out.
  std::map<std::string, std::int64_t, std::less<>> const& times() const noexcept { return times_; }

  void write(sink& to) const {
    line_output lines{to, true};
    for (auto const& [stack, time] : times_)
      lines.write(std::string{stack}.append(" ").append(microseconds_text(time)).append("\n"));
  }

  // ---- called by the walk ----

  static constexpr bool threads_apart = false;

  void enter(model_walk::item const& item) {
    bool const is_apart = !open_.empty() && runs_beside(item);
    if (open_.empty()) outermost_ = item.name;
    bool const is_in_task =
        item.kind == model_walk::kind::task ||
        (item.kind != model_walk::kind::process && !open_.empty() && open_.back().is_in_task);
    open_.push_back({stack_.size(), begin_, item.is_beside, is_in_task});
    if (is_apart) begin_stack_beside(item);
    if (has_frame(item.kind)) add_frame(item);
    if (item.exclusive > 0 && !is_in_task) add_time(item.exclusive);
  }
  void leave(model_walk::item const&) {
    stack_.resize(open_.back().size);
    begin_ = open_.back().begin;
    open_.pop_back();
  }

 private:
  /// The state to restore after an item.
  struct open_item {
    std::size_t size;
    std::size_t begin;
    bool is_beside;
    bool is_in_task;  ///< its time is in the threads that ran it
  };

  /// The main thread shares the frame of its process.
  static bool has_frame(model_walk::kind of) noexcept {
    return of == model_walk::kind::process || of == model_walk::kind::thread ||
           of == model_walk::kind::region || of == model_walk::kind::run || is_of_child(of);
  }
  static bool is_of_child(model_walk::kind of) noexcept {
    return of == model_walk::kind::child || of == model_walk::kind::wait;
  }

  bool runs_beside(model_walk::item const& item) const noexcept {
    if (item.kind != model_walk::kind::process) return item.kind == model_walk::kind::thread;
    return item.is_beside || (item.process->child != read::no_node && open_.back().is_beside);
  }

  void begin_stack_beside(model_walk::item const& item) {
    begin_ = stack_.size();
    append("beside ");
    append(outermost_);
    if (item.kind != model_walk::kind::thread) return;
    stack_ += ';';
    append(item.process->name);
  }

  void add_time(std::int64_t time) {
    std::string_view const stack = std::string_view{stack_}.substr(begin_);
    auto found = times_.find(stack);
    if (found == times_.end()) {
      if (!memory_.take(stack.size() + per_stack)) {
        ++stacks_left_out_;
        return;
      }
      found = times_.emplace(stack, 0).first;
    }
    found->second = read::saturating_add(found->second, time);
  }

  void add_frame(model_walk::item const& item) {
    if (stack_.size() > begin_) stack_ += ';';
    if (is_of_child(item.kind)) append("child");
    if (item.kind == model_walk::kind::run) append(item.category.empty() ? "task" : "task:");
    if (item.kind == model_walk::kind::region || item.kind == model_walk::kind::run)
      append(item.category);
    if (is_of_child(item.kind) || item.kind == model_walk::kind::run ||
        (!item.category.empty() && !item.name.empty()))
      stack_ += ':';
    append(item.kind == model_walk::kind::thread ? role_of(item.name) : item.name);
    if (item.message.empty()) return;
    stack_ += ' ';
    append(item.message);
  }

  /// Replaces the separators of frames and lines inside a name, and what is no UTF-8.
  void append(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      detail::utf8_character const next = detail::utf8_character_at(text, at);
      if (!next.is_well_formed())
        stack_ += detail::replacement_character;
      else if (next.code_point == U';' || next.code_point < U' ')
        stack_ += ',';
      else
        stack_ += text.substr(at, next.size);
      at += next.size;
    }
  }

  /// The memory that the map takes for a stack, besides its text.
  static constexpr std::size_t per_stack = 128;

  std::string stack_;
  std::size_t begin_ = 0;         ///< of the present stack
  std::string_view outermost_{};  ///< name of the process around all items
  std::vector<open_item> open_;
  std::map<std::string, std::int64_t, std::less<>> times_;
  read::memory_budget memory_{read::limits::export_memory};
  std::uint64_t stacks_left_out_ = 0;
  exporter::left_out left_out_;
};

}}}  // namespace trace2::v0::exporter
