// The state of a process as lines without session ids show it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/calendar.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The facts that a line shows of its writer. Times are microseconds.
struct line_facts {
  event_kind kind{};
  int depth = 0;  ///< of the process; that of all if the format shows none
  std::string_view thread = "main";
  std::optional<std::int64_t> wall{};
  std::optional<std::int64_t> t_abs{};
  std::optional<std::int64_t> t_rel{};
  int level = 0;      ///< of a region that begins or ends; 0 if the format shows none
  int child_id = -1;  ///< of the events of a child
  /// The place is in a source file of C#, as those of Git Credential Manager are, so that no other
  /// process has written the line.
  bool is_of_csharp = false;

  template <class... Events>
  bool is() const noexcept {
    return ((kind == kind_of<Events>) || ...);
  }
  /// True if it tells the end of its process.
  bool is_end() const noexcept { return is<event::exit, event::atexit, event::signal>(); }
  /// True if it begins something whose end another line tells, or is of a child.
  bool is_beginning_or_child() const noexcept {
    return is<event::region_enter, event::thread_start, event::thread_exit, event::exec,
              event::exec_result, event::child_start, event::child_exit, event::child_ready>();
  }
  /// The moment at which the event has begun that it measures, on the clock of the process.
  std::optional<std::int64_t> measured_from() const noexcept {
    if (!t_abs || !t_rel) return {};
    return *t_abs - *t_rel;
  }
};

/// A thread with the beginnings of its open regions.
struct line_thread {
  static constexpr std::size_t most_regions = 32;  ///< whose beginnings are known

  text_key key = no_key;
  bool is_whole = false;   ///< its beginning is in the trace
  std::int64_t begin = 0;  ///< on the clock of the process
  std::int64_t last = 0;
  int open_regions = 1;    ///< the thread included (R-PRF-09)
  bool runs_task = false;  ///< then lines are indented by the regions of the task
  std::array<std::int64_t, most_regions> begins{};
  std::size_t known = 0;  ///< number of these beginnings

  /// The beginning of the innermost region, or of the thread; nothing if unknown.
  std::optional<std::int64_t> innermost() const noexcept {
    auto const regions = static_cast<std::size_t>(std::max(open_regions - 1, 0));
    if (!is_whole || runs_task || regions != known) return {};
    return known == 0 ? begin : begins[known - 1];
  }

  void enter(int level, std::int64_t at) {
    leave(level);
    if (known + 1 == static_cast<std::size_t>(level) && known < begins.size()) begins[known++] = at;
    open_regions = level + 1;
  }
  void leave(int level) noexcept {
    open_regions = level;
    known = std::min(known, static_cast<std::size_t>(std::max(level - 1, 0)));
  }
};

struct line_child {
  std::int64_t begin{};                ///< on the clock of the process
  std::optional<std::int64_t> wall{};  ///< the time of day of the line
};

struct line_process {
  std::string sid{};
  int depth = 0;
  bool is_whole = false;  ///< its beginning is in the trace
  bool has_started = false;
  bool has_ancestry = false;
  bool has_exited = false;
  bool is_transformed = false;  ///< into another program
  bool may_have_child = false;  ///< a child began, but maybe of another process
  bool is_unclear = false;      ///< stands for several processes, one of which has written a line
  bool is_of_csharp = false;    ///< as its first line
  /// The least difference between a line's two times; the clock of the process begins before.
  std::optional<std::int64_t> origin{};
  bool is_origin_rough = false;  ///< it is the time of the first line, before which it began
  std::int64_t last_wall = 0;
  int next_child = 0;  ///< the least id that its next child may have
  /// The running children, by their ids.
  std::multimap<int, line_child> children{};
  std::map<std::string, line_thread, std::less<>> threads{};
  std::string latest_name{};
  line_thread* latest_thread = nullptr;

  line_thread* find(std::string_view name) {
    if (latest_thread != nullptr && latest_name == name) return latest_thread;
    auto const at = threads.find(name);
    if (at == threads.end()) return nullptr;
    latest_name = at->first;
    return latest_thread = &at->second;
  }

  /// True if the thread was known.
  bool forget(std::string_view thread) {
    latest_thread = nullptr;
    auto const named = threads.find(thread);
    if (named == threads.end()) return false;
    threads.erase(named);
    return true;
  }

  /// The place of a child, of the first one with this id; `children.end()` if there is none.
  std::multimap<int, line_child>::iterator child_with(int id) {
    auto const child = children.lower_bound(id);
    return child != children.end() && child->first == id ? child : children.end();
  }

  /// By how much a line is later than the clock of this process says, apart from whole days;
  /// nothing if unknown.
  std::optional<std::int64_t> delay_of(line_facts const& line) const noexcept {
    constexpr std::int64_t day = detail::day_and_time::per_day;
    if (!line.wall || !line.t_abs || !origin) return {};
    std::int64_t const delay = *line.wall - *line.t_abs - *origin;
    if (-day / 2 < delay && delay < day / 2) return delay;
    return detail::day_and_time::of(delay + day / 2).microseconds - day / 2;
  }

  /// True if nothing contradicts that this process has written the line.
  bool may_write(line_facts const& line) {
    if (is_of_csharp != line.is_of_csharp) return false;
    // Clocks of a computer may drift apart by so much, and a program begins so long before its
    // first line.
    std::int64_t const most_early = is_origin_rough ? 20'000 : 1'000;
    if (line.is<event::start>() && has_started) return false;
    if (line.is<event::cmd_ancestry>() && has_ancestry) return false;
    if (is_transformed && !line.is<event::exec_result>()) return false;
    // A program of .NET writes its first line long after it has begun.
    if (!is_of_csharp && delay_of(line).value_or(0) < -most_early) return false;
    if (line.is<event::child_exit, event::child_ready>() && !is_end_of_child(line)) return false;
    line_thread const* const thread = find(line.thread);
    if (thread == nullptr) return !(line.is<event::region_leave, event::thread_exit>() && is_whole);
    if (line.t_abs && *line.t_abs < thread->last) return false;
    if (!thread->is_whole) return true;
    if (line.level != 0 && line.level != expected_level(*thread, line)) return false;
    return !line.is<event::region_leave, event::data, event::data_json>() ||
           agrees(line.measured_from(), thread->innermost());
  }

 private:
  static int expected_level(line_thread const& thread, line_facts const& line) noexcept {
    int const level =
        line.is<event::region_leave>() ? thread.open_regions - 1 : thread.open_regions;
    return std::max(level, 1);
  }

  bool is_end_of_child(line_facts const& line) {
    auto const child = child_with(line.child_id);
    if (child == children.end()) return !is_whole;
    if (line.t_abs || !line.wall || !line.t_rel || !child->second.wall)
      return agrees(line.measured_from(), child->second.begin);
    // Lines of NORMAL have no absolute time. They are written some time after it was measured.
    constexpr std::int64_t most_late = 2'000;
    return std::abs(*line.wall - *line.t_rel - *child->second.wall) <= most_late;
  }

  /// A process measures with one clock, so that its times add up but for what it has rounded.
  static bool agrees(std::optional<std::int64_t> a, std::optional<std::int64_t> b) noexcept {
    constexpr std::int64_t most_rounded = 2;
    return !a || !b || (*a - *b <= most_rounded && *b - *a <= most_rounded);
  }
};

}}}  // namespace trace2::v0::read
