// Makes remarks of what a tracker notices.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/local_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_children.hpp>
#include <trace2/read/overlapping_regions.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/read/wall_clock.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Tells a visitor, which must outlive it. Memory: bounded.
class remark_maker {
 public:
  explicit remark_maker(tracker_visitor& visitor) noexcept : visitor_{visitor} {}

  void make(traced_process& process, remark_kind kind, std::string where, std::string text,
            std::uint64_t times = 1) {
    remark result{.kind = kind,
                  .sid = process.sid,
                  .process = process.name(),
                  .where = std::move(where),
                  .text = std::move(text),
                  .count = times};
    visitor_.remarked(process, result);
    all_.add(std::move(result));
  }

  /// Counts what many events of a process may tell. All of one kind, place and detail share a
  /// remark with the first text, which `make_counted` makes at the end of the process.
  [[gnu::cold]] void count(traced_process& process, remark_kind kind, std::string where,
                           std::string text, std::string detail = {}) {
    std::tuple key{process.number, kind, std::move(where), std::move(detail)};
    if (auto const earlier = counted_.find(key); earlier != counted_.end())
      ++earlier->second.count;
    else if (counted_.size() >= remark_list::most)
      make(process, kind, std::move(std::get<2>(key)), std::move(text));
    else
      counted_.emplace(std::move(key), counted{std::move(text)});
    process.has_counted_remarks = true;
  }
  void make_counted(traced_process& process) {
    if (!process.has_counted_remarks) return;
    auto next = counted_.lower_bound({process.number, remark_kind{}, {}, {}});
    while (next != counted_.end() && std::get<0>(next->first) == process.number) {
      auto const told = counted_.extract(next++);
      auto const& [text, times] = told.mapped();
      make(process, std::get<1>(told.key()), std::get<2>(told.key()),
           times == 1 ? text : text + " (" + std::to_string(times) + " times)", times);
    }
    process.has_counted_remarks = false;
  }

  /// Makes the last remarks on a process.
  void end(traced_process& process) {
    make_of_last_clock(process);
    make_counted(process);
  }

  void make_of_numbers(traced_process& process, occurrence const& what) {
    for (std::string_view const number : what.cut_numbers)
      make_of_number(process, what.event_name, number);
  }
  void make_of_number(traced_process& process, std::string_view event, std::string_view number) {
    count(process, remark_kind::number_out_of_range, std::string{event},
          std::string{"the number '"}.append(number).append(
              "' is beyond the range of the reader, and was cut"),
          std::string{number});
  }

  remark_list const& all() const noexcept { return all_; }

  void make_of_clock(traced_process& process) {
    if (process.clock.has_news()) [[unlikely]]
      make_of_clock(process, process.clock.take_step());
  }
  void make_of_last_clock(traced_process& process) {
    make_of_clock(process, process.clock.take_last_step());
  }
  /// Makes the remarks on a process's clock. Several processes tell of the same step.
  void make_of_clock(traced_process& process, clock_step const& step) {
    if (nanoseconds const by = process.clock.take_contradiction(); by != no_time)
      make(process, remark_kind::contradicting_times, {},
           "a measured time and the time of day differ by " + clock_step{.size = by}.size_text());
    if (step.size == no_time) return;
    process.latest_step = step;
    auto const is_same = [&step](clock_step const& known) { return known.is_same(step); };
    if (std::any_of(steps_.begin(), steps_.end(), is_same)) return;
    if (steps_.size() < most_steps) steps_.push_back(step);
    make(process, remark_kind::clock_set, {},
         "the clock was set by " + step.size_text() + " at or before " +
             local_text(step.until.since_epoch().count() / 1'000'000'000, "%Y-%m-%d %H:%M:%S"));
  }

  [[gnu::cold]] void make_of_region_end(traced_event const& now, region_end how,
                                        event::region_leave const& event) {
    traced_process& process = now.process;
    auto const place = [&event] {
      return std::string{"region "}.append(event.category).append("/").append(event.label);
    };
    if (how == region_end::contradicted) count_contradiction(process, place());
    // Recordings say by themselves what they have lost, a fork leaves the regions in which it
    // began, and undated lines without a start may be those of another process.
    bool const may_begin_elsewhere = process.begins_late || process.is_detached ||
                                     process.is_fine ||
                                     (!now.occurrence.wall && process.exe.empty());
    if (how == region_end::unmatched && !may_begin_elsewhere)
      count(process, remark_kind::unmatched_end, place(),
            "ended, but no event told its beginning");
    // Of regions that overlap, the first of a process has a remark.
    if (how == region_end::overlapping && !process.is_detached &&
        !std::exchange(process.has_overlaps, true))
      make(process, remark_kind::overlapping_regions, place(),
           "overlaps other regions of its thread");
  }

  /// Compare the time that the event tells of a child, or of its whole process, with the lines.
  void check_child(traced_event const& now, open_child const& child) {
    if (does_contradict(now, now.occurrence.t_rel, child.begin)) [[unlikely]]
      count_contradiction(now.process, "child " + std::to_string(child.id));
  }
  void check_process(traced_event const& now) {
    bool const is_whole = !now.process.begins_late && !now.process.is_detached;
    if (is_whole && does_contradict(now, now.occurrence.t_abs, now.process.begin)) [[unlikely]]
      count_contradiction(now.process, {});
  }

 private:
  void count_contradiction(traced_process& process, std::string where) {
    count(process, remark_kind::contradicting_times, std::move(where),
          "its measured time contradicts the times of its events");
  }
  /// Only dated lines tell.
  static bool does_contradict(traced_event const& now, std::optional<fine_duration> const& measured,
                              moment since) noexcept {
    return measured && now.occurrence.wall &&
           is_contradicted(measured->in_nanoseconds(), now.at - since);
  }

  static constexpr std::size_t most_steps = 64;

  struct counted {
    std::string text;
    std::uint64_t count = 1;
  };

  tracker_visitor& visitor_;
  remark_list all_;
  /// By the number of the process, kind, place and detail; as many as a list of remarks has.
  std::map<std::tuple<std::uint32_t, remark_kind, std::string, std::string>, counted> counted_;
  std::vector<clock_step> steps_;  ///< that have a remark
};

}}}  // namespace trace2::v0::read
