// Finds out which process has written a line that has no session id.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/utc_time.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/line_process.hpp>
#include <trace2/read/line_writer_choice.hpp>
#include <trace2/value/buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The running processes of a stream of lines, by their depths, and those that have ended lately.
///
/// A line belongs to the only process of its depth that can have written it: the times of a process
/// add up, so that a region, a child or a thread ends the measured time after its beginning, and
/// the difference between time of day and absolute time stays. Of several such processes the line's
/// is the one whose times agree by far the best. If none does, the line is unclear: it goes to a
/// process of its own, which stands for them. A process is the child of the only process of the
/// depth above that has a child; if there are several, its parent is unknown. Lines without depths
/// tell no parents, so that no process has one.
///
/// Memory: at most `most_entries` threads and children. Of too many processes of a depth, the one
/// that is silent for longest is forgotten, and threads and children without room are not told
/// apart.
class line_processes {
 public:
  static constexpr int most_depth = 64;
  static constexpr std::size_t most_of_a_depth = 128;
  static constexpr std::size_t most_entries = 25'000;
  static constexpr std::size_t longest_name = 256;  ///< bytes of a thread's name, as of a tracker's

  /// `tag` makes session ids differ from those of other streams. `begin` is the moment at which
  /// processes begin if no line tells. `has_depths` is false when lines show no depth.
  line_processes(std::string tag, std::int64_t begin, bool has_depths = true)
      : tag_{std::move(tag)}, latest_{begin}, has_depths_{has_depths} {}

  /// The process of a line; a new one if the line begins one. Valid until the next call.
  line_process& writer_of(line_facts const& line) {
    depth_level& here = at(line.depth);
    if (line.is<event::version>()) return begin(here, line, true);
    if (here.running.size() == 1) {
      line_process& only = *here.running.front();
      std::int64_t const delay = only.delay_of(line).value_or(0);
      bool const is_usual = delay > -usual_delay && delay < usual_delay;
      if ((is_usual && !only.is_transformed) || here.ended.empty()) return only;
    }
    return choose(here, line);
  }

  /// The thread of a line; null if there is no room for it.
  line_thread* thread_of(line_process& process, line_facts const& line) {
    if (line_thread* const known = process.find(line.thread)) return known;
    if (!add_entry(line.thread.size() <= longest_name)) return nullptr;
    line_thread& added = process.threads[std::string{line.thread}];
    added.key = new_key();
    added.begin = line.t_abs.value_or(0);
    added.is_whole = line.is<event::thread_start, event::version>();
    return process.find(line.thread);
  }

  /// Notes what a line tells of its process and thread. Returns the number of regions that
  /// are open behind the line, the thread included; 0 after a surplus end.
  int note(line_process& process, line_thread* thread, line_facts const& line) {
    if (line.wall) process.last_wall = std::max(process.last_wall, *line.wall);
    if (line.wall && line.t_abs && !process.is_unclear) tie(process, *line.wall - *line.t_abs);
    std::int64_t const at =
        line.wall.value_or(process.origin.value_or(latest_) + line.t_abs.value_or(0));
    // Bounded: without times of day, what lines tell adds up.
    latest_ = std::max(latest_, whole_microseconds(moment_at(at)));
    int const open = thread == nullptr ? std::max(line.level, 1) : note(*thread, line);
    note(process, line);
    return open;
  }

  /// Number of lines for whose thread or child there was no room.
  std::uint64_t refused() const noexcept { return refused_; }

 private:
  using process_list = std::vector<std::unique_ptr<line_process>>;

  struct depth_level {
    process_list running;
    process_list ended;  ///< the latest ones: their forks may still write (R-LIFE-16)
    std::unique_ptr<line_process> unclear;
  };

  static constexpr std::int64_t usual_delay = 20'000;
  static constexpr std::int64_t most_fork_delay = 1'000;
  static constexpr std::size_t most_ended = 4;

  depth_level& at(int depth) {
    auto const index = static_cast<std::size_t>(depth);
    if (levels_.size() <= index) levels_.resize(index + 1);
    return levels_[index];
  }

  bool add_entry(bool is_small = true) noexcept {
    bool const is_room = is_small && entries_ < most_entries;
    ++(is_room ? entries_ : refused_);
    return is_room;
  }
  void forget_entries(line_process const& process) noexcept {
    entries_ -= process.threads.size() + process.children.size();
  }

  // ---- new processes ----

  line_process& begin(depth_level& here, line_facts const& line, bool is_whole) {
    if (here.running.size() == most_of_a_depth) {
      auto const silent = std::min_element(
          here.running.begin(), here.running.end(),
          [](auto const& a, auto const& b) { return a->last_wall < b->last_wall; });
      forget_entries(**silent);
      here.running.erase(silent);
    }
    std::string parent = line.depth > 0 ? parent_of(line) : std::string{};
    auto added = std::make_unique<line_process>();
    added->sid = std::move(parent);
    append_component(added->sid, line.wall.value_or(latest_));
    added->depth = line.depth;
    added->is_whole = is_whole;
    added->is_of_csharp = line.is_of_csharp;
    // Without absolute times, the first line is the best that is known.
    if (!line.wall || !has_depths_) added->origin = line.wall.value_or(latest_);
    added->is_origin_rough = added->origin.has_value();
    here.running.push_back(std::move(added));
    return *here.running.back();
  }

  void append_component(std::string& sid, std::int64_t wall) {
    buffer component;
    detail::append_sid_time(component, wall);
    sid.append(component.view()).append("-").append(tag_).append("-");
    sid.append(std::to_string(++count_));
  }

  /// The session id of the parent and a slash; empty without a parent.
  std::string parent_of(line_facts const& line) {
    std::vector<line_process*> candidates;
    depth_level& above = at(line.depth - 1);
    for (auto const& each : above.running)
      if (!each->children.empty() || each->is_transformed || each->may_have_child)
        candidates.push_back(each.get());
    if (candidates.empty() && above.running.size() == 1)
      candidates.push_back(above.running.front().get());
    if (candidates.size() == 1) return candidates.front()->sid + "/";
    std::string sid;
    for (int depth = 0; depth < line.depth; ++depth) sid.append("unknown-" + tag_ + "/");
    return sid;
  }

  // ---- the choice ----

  line_process& choose(depth_level& here, line_facts const& line) {
    std::vector<line_process*> fit;
    for (auto const& each : here.running)
      if (each->may_write(line)) fit.push_back(each.get());
    prefer_next_child(fit, line);
    if (fit.size() == 1 && fit.front()->delay_of(line).value_or(0) < usual_delay)
      return *fit.front();
    if (line_process* const late = revive(here, line)) return *late;
    if (fit.size() == 1) return *fit.front();
    if (fit.empty() && here.running.size() == 1) return *here.running.front();
    if (fit.empty() && here.running.empty()) return begin(here, line, false);
    if (line_process* const best = clearest_writer(fit, line)) return *best;
    return unclear(here, line);
  }

  /// Each process counts its children from 0 on (R-CHD-01), so that the number of a new child tells
  /// processes apart. The number is no proof: lines may be lost, and the lines of two threads may
  /// be swapped.
  static void prefer_next_child(std::vector<line_process*>& fit, line_facts const& line) {
    if (!line.is<event::child_start>()) return;
    auto const is_next = [&line](line_process const* each) {
      return each->next_child == line.child_id;
    };
    if (std::any_of(fit.begin(), fit.end(), is_next))
      std::erase_if(fit, [&](line_process const* each) { return !is_next(each); });
  }

  /// The ended process whose clock agrees with the line's, as that of its fork does. Its state may
  /// be another.
  static line_process* revive(depth_level& here, line_facts const& line) {
    auto const found = std::find_if(here.ended.rbegin(), here.ended.rend(), [&](auto const& each) {
      auto const delay = each->delay_of(line);
      return delay && std::abs(*delay) < most_fork_delay;
    });
    if (found == here.ended.rend()) return nullptr;
    here.running.push_back(std::move(*found));
    here.ended.erase(std::next(found).base());
    return here.running.back().get();
  }

  line_process& unclear(depth_level& here, line_facts const& line) {
    if (line.is<event::child_start>())
      for (auto const& each : here.running) each->may_have_child = true;
    if (here.unclear == nullptr) {
      here.unclear = std::make_unique<line_process>();
      for (int depth = 0; depth < line.depth; ++depth)
        here.unclear->sid.append("unknown-" + tag_ + "/");
      append_component(here.unclear->sid, line.wall.value_or(latest_));
      here.unclear->sid.append("-unclear");
      here.unclear->depth = line.depth;
      here.unclear->is_unclear = true;
    }
    return *here.unclear;
  }

  // ---- what lines tell ----

  static void tie(line_process& process, std::int64_t origin) noexcept {
    process.is_origin_rough = false;
    std::int64_t const known = process.origin.value_or(origin);
    // The clock was set when the difference has become much larger.
    process.origin = origin > known + usual_delay ? origin : std::min(known, origin);
  }

  static int note(line_thread& thread, line_facts const& line) {
    if (line.t_abs) thread.last = std::max(thread.last, *line.t_abs);
    if (line.is<event::region_enter>()) {
      thread.enter(line.level, line.t_abs.value_or(thread.last));
      return line.level;
    }
    if (line.is<event::region_leave>()) {
      bool const is_surplus = thread.is_whole && thread.open_regions <= 1;
      thread.leave(is_surplus ? 0 : line.level);
    }
    return thread.open_regions;
  }

  void note(line_process& process, line_facts const& line) {
    if (process.is_unclear) return;
    if (line.is<event::start>()) process.has_started = true;
    if (line.is<event::cmd_ancestry>()) process.has_ancestry = true;
    if (line.is<event::exit>()) process.has_exited = true;
    if (line.is<event::exec>()) process.is_transformed = true;
    if (line.is<event::exec_result>()) process.is_transformed = false;
    if (line.is<event::thread_exit>() && process.forget(line.thread)) --entries_;
    if (line.is<event::child_start>() && line.child_id < std::numeric_limits<int>::max())
      process.next_child = std::max(process.next_child, line.child_id + 1);
    if (line.is<event::child_start>() && add_entry())
      process.children.emplace(line.child_id, line_child{line.t_abs.value_or(0), line.wall});
    if (line.is<event::child_exit, event::child_ready>())
      if (auto const ended = process.child_with(line.child_id); ended != process.children.end()) {
        process.children.erase(ended);
        --entries_;
      }
    if (line.is<event::atexit, event::signal>()) end(process);
  }

  void end(line_process& process) {
    depth_level& here = at(process.depth);
    auto const place = std::find_if(here.running.begin(), here.running.end(),
                                    [&](auto const& each) { return each.get() == &process; });
    if (place == here.running.end()) return;
    here.ended.push_back(std::move(*place));
    here.running.erase(place);
    if (here.ended.size() <= most_ended) return;
    forget_entries(*here.ended.front());
    here.ended.erase(here.ended.begin());
  }

  std::string tag_;
  std::int64_t latest_;
  bool has_depths_;
  std::vector<depth_level> levels_;
  std::uint64_t entries_ = 0;  ///< threads and children of all processes
  std::uint64_t count_ = 0;
  std::uint64_t refused_ = 0;
};

}}}  // namespace trace2::v0::read
