// Exports a trace as folded stacks, for flame graphs: one line per stack, `frame;frame;frame
// microseconds`, with decimals where a recording knows them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "output/left_out.hpp"
#include "walk/model_walk.hpp"

namespace trace2::program {

class function_profile;
class sampled_trace;

/// Memory: up to `limits::export_memory`; stacks beyond are left out.
///
/// Collects the exclusive time of each stack: the time of a process, thread or region outside its
/// inner regions and children, and the time of a child outside its own sessions. The stacks that
/// begin with a process sum up to its wall time, with the programs that it has become. Work beside
/// it has stacks that begin with "beside PROCESS": its other threads, of which those with one role
/// share a stack, and the children for which it has not waited all the time. The frame of a region
/// has its message if all regions at its place have the same. Tasks have the time in which threads
/// ran them, in the stacks of these threads and with frames of the role "task"; nothing is said of
/// their waits. With samples, the time for which these stand goes on into the functions, whose
/// frames end with "()"; the rest of a region's own time was no processor's.
class folded {
 public:
  /// `samples` may be null.
  folded(model const& trace, read::label_table const& labels,
         sampled_trace const* samples = nullptr);

  program::left_out const& left_out() const noexcept { return left_out_; }

  struct sum {
    read::nanoseconds time{};
    std::uint64_t samples{};  ///< that stand for the time
  };
  /// The stacks in alphabetical order. Stacks without time are left out.
  std::map<std::string, sum, std::less<>> const& sums() const noexcept { return sums_; }

  void write(sink& to) const;

  // ---- called by the walk ----

  void enter(model_walk::item const& item);
  void leave(model_walk::item const&);

 private:
  /// The state to restore after an item.
  struct open_item {
    std::size_t size;
    std::size_t begin;
    bool is_beside;
    bool is_in_task;  ///< its time is in the threads that ran it
  };

  /// The main thread shares the frame of its process.
  static bool has_frame(model_walk::kind of) noexcept;
  static bool is_of_child(model_walk::kind of) noexcept;

  bool runs_beside(model_walk::item const& item) const noexcept;

  void begin_stack_beside(model_walk::item const& item);

  void add(sum const& more);
  /// Adds the stacks of the samples in a region, and returns the time for which they stand.
  read::nanoseconds add_functions(function_profile const& found, read::nanoseconds most);
  void add_other_threads(model_walk::item const& item);

  void add_frame(model_walk::item const& item);

  /// Replaces the separators of frames and lines inside a name, and what is no UTF-8.
  void append(std::string_view text);

  /// The memory that the map takes for a stack, besides its text.
  static constexpr std::size_t per_stack = 128;

  model const& trace_;
  sampled_trace const* samples_;
  std::string stack_;
  std::size_t begin_ = 0;         ///< of the present stack
  std::string_view outermost_{};  ///< name of the process around all items
  std::vector<open_item> open_;
  std::map<std::string, sum, std::less<>> sums_;
  read::memory_budget memory_{read::limits::export_memory};
  std::uint64_t stacks_left_out_ = 0;
  program::left_out left_out_;
};

}  // namespace trace2::program
