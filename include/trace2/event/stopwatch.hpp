// Sums of timers and counters: of one thread when it ends (`th_`), of the process before `atexit`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/library.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/interval_quantiles.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

/// `timer`, or `th_timer` of one thread: the intervals that were measured with a timer.
template <sum_of Whose>
struct timer_sum {
  static constexpr sum_of whose = Whose;
  static constexpr std::string_view event_name = Whose == sum_of::thread ? "th_timer" : "timer";
  static constexpr event_traits traits{.timed = false};
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view name{};      ///< of the timer
  std::uint64_t intervals{};    ///< number of intervals that have ended
  duration t_total{};           ///< sum of their lengths
  duration t_min{};             ///< the shortest one
  duration t_max{};             ///< the longest one
  void normal(auto& line) const {
    line << event_name << ' ' << category << '/' << name << ' ';
    show_intervals(line);
  }
  void perf(auto& line) const {
    line << "name:" << name << ' ';
    show_intervals(line);
  }

 private:
  void show_intervals(auto& line) const {
    line << "intervals:" << intervals << " total:" << t_total << " min:" << t_min
         << " max:" << t_max;
  }
};
TRACE2_DETAIL_DESCRIBE_BEHIND(template <sum_of Whose>, timer_sum<Whose>, category, name, intervals,
                              t_total, t_min, t_max)

/// The lengths of the intervals, beside the `timer` or `th_timer` of a distribution_timer. Readers
/// of Trace2 know `data_json` and show it, whereas some refuse, and most ignore, an event that Git
/// lacks; and all lines of Git's own events stay as they are. NORMAL, which has no data, says the
/// quantiles in words.
struct timer_lengths {
  static constexpr std::string_view event_name = "data_json";
  static constexpr event_traits traits{.has_hidden_members = true};
  duration t_abs{};  ///< since the process started
  duration t_rel{};  ///< since the innermost open region was entered, or since the thread started
  int nesting{};     ///< open regions of the thread, the thread included (R-REG-02)
  std::string_view category{};     ///< the timer's
  std::string_view key{};          ///< the timer's name, so that filters let both pass or neither
  json_text value{};               ///< see distribution_timer
  interval_quantiles quantiles{};  ///< the same in the value
  sum_of whose = sum_of::process;  ///< names the timer in NORMAL: "timer" or "th_timer"
  void normal(auto& line) const {
    line << (whose == sum_of::thread ? th_timer::event_name : timer::event_name) << ' '
         << category << '/' << key << " median:" << quantiles.median << "ns p90:" << quantiles.p90
         << "ns p99:" << quantiles.p99 << "ns p99.9:" << quantiles.p999
         << "ns max:" << quantiles.longest << "ns";
  }
  void perf(auto& line) const { line << key << ':' << value.text; }
};
TRACE2_DETAIL_DESCRIBE(timer_lengths, t_abs, t_rel, nesting, category, key, value)

/// `counter`, or `th_counter` of one thread: the sum of a counter.
template <sum_of Whose>
struct counter_sum {
  static constexpr std::string_view event_name = Whose == sum_of::thread ? "th_counter" : "counter";
  static constexpr event_traits traits{.timed = false};
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view name{};      ///< of the counter
  std::uint64_t count{};        ///< the sum, modulo 2^64 (R-CTR-01)
  void normal(auto& line) const {
    line << event_name << ' ' << category << '/' << name << " value:" << count;
  }
  void perf(auto& line) const { line << "name:" << name << " value:" << count; }
};
TRACE2_DETAIL_DESCRIBE_BEHIND(template <sum_of Whose>, counter_sum<Whose>, category, name, count)

}}}  // namespace trace2::v0::event
