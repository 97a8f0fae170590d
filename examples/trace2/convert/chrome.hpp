// Exports a trace as Chrome Trace Event JSON, which Perfetto, Firefox Profiler and speedscope open.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/command_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "convert/child_arrivals.hpp"
#include "convert/chrome_marks.hpp"
#include "convert/chrome_schema.hpp"
#include "convert/chrome_tasks.hpp"
#include "output/left_out.hpp"

namespace trace2::program {

/// A visitor for a tracker; call `finish` after the tracker's `finish`. Writes events as they come.
/// Memory: proportional to the processes, regions and children that are open. A line longer than
/// `limits::output_line` is left out, or its arguments are.
///
/// Processes, threads and regions become nested slices, and so do waits for children: viewers that
/// know nothing but slices have no hole there. Children become asynchronous slices, too, with an
/// arrow to their process. Command lines, data, messages and errors become instants; counters
/// and data that are numbers become counters. Messages of regions are arguments of the end of a
/// slice, because viewers distinguish slices by the arguments of their beginning.
class chrome : public chrome_tasks {
 public:
  chrome(sink& to, read::label_table& labels) : chrome_tasks{to, labels} {}

  void process_began(read::traced_process& process, read::traced_process* parent) override;

  void thread_began(read::traced_process& process, read::traced_thread& thread) override;

  void region_entered(read::traced_process& process, read::traced_thread& thread,
                      read::open_region& region, read::occurrence const& what) override;

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override;

  void child_started(read::traced_event const& now, read::open_child& child) override;

  void child_waited(read::traced_thread&, std::uint64_t tag, read::moment since,
                    read::nanoseconds time) override;

  void child_ended(read::traced_event const& now, read::open_child const& child) override;

  void event(read::traced_event const& now) override;

  void thread_ended(read::traced_process& process, read::traced_thread& thread) override;

  void process_ended(read::traced_process& process) override;

  void finish() { out_.finish(); }

  program::left_out left_out() const;

 private:
  static constexpr std::size_t most_of_title = 100;  ///< bytes
  // Above all process ids.
  static constexpr std::uint64_t first_thread_id = std::uint64_t{1} << 24;

  /// Where a running child was started.
  struct running_child {
    std::uint64_t pid{};
    std::uint64_t tid{};
    std::string title;
  };

  // ---- events ----

  void show_meta(std::string_view name, read::traced_process const& process, std::uint64_t tid,
                 json_text arguments);

  void show_region(std::string_view ph, read::traced_process const& process,
                   read::traced_thread const& thread, read::open_region const& region,
                   read::moment at, std::optional<json_text> arguments);

  /// Slices inside of it have been shown before it was known.
  void show_whole(read::traced_process const& process, read::traced_thread const& thread,
                  read::closed_region const& closed, std::optional<json_text> arguments);

  void show_slice(std::string_view kind, std::string_view name, read::traced_process const& process,
                  std::uint64_t tid, read::moment begin, read::moment end,
                  std::optional<json_text> arguments);

  void show_child(std::string_view ph, read::traced_process const& process,
                  read::open_child const& child, read::moment at, json_text arguments);

  /// The edge of a slice for the time that a thread has waited for a child.
  void show_wait(std::string_view ph, std::uint64_t tag, read::moment at);

  void draw_arrow(read::traced_process const& parent, read::open_child const& child,
                  child_arrivals::arrival const& to);

  chrome_marks marks_{out_.arguments()};
  std::unordered_map<std::uint64_t, running_child> running_;  ///< by tag
  child_arrivals arrivals_;
  chrome_pids pids_;
};

}  // namespace trace2::program
