// Sums of timers and counters: of one thread when it ends (`th_`), of the process before `atexit`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/library.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

/// `timer`, or `th_timer` of one thread: the intervals that were measured with a timer.
template <sum_of Whose>
struct timer_sum {
  static constexpr std::string_view event_name = Whose == sum_of::thread ? "th_timer" : "timer";
  static constexpr event_traits traits{.timed = false};
  std::string_view category{};
  std::string_view name{};
  std::uint64_t intervals{};
  duration t_total{};
  duration t_min{};
  duration t_max{};
  void normal(auto& line) const {
    line << event_name << ' ' << category << '/' << name << ' ';
    show_intervals(line);
  }
  void perf(auto& line) const {
    line << "name:" << name << ' ';
    show_intervals(line);
  }
  BOOST_DESCRIBE_CLASS(timer_sum, (), (category, name, intervals, t_total, t_min, t_max), (), ())

 private:
  void show_intervals(auto& line) const {
    line << "intervals:" << intervals << " total:" << t_total << " min:" << t_min
         << " max:" << t_max;
  }
};

/// `counter`, or `th_counter` of one thread: what was added to a counter.
template <sum_of Whose>
struct counter_sum {
  static constexpr std::string_view event_name = Whose == sum_of::thread ? "th_counter" : "counter";
  static constexpr event_traits traits{.timed = false};
  std::string_view category{};
  std::string_view name{};
  std::uint64_t count{};
  void normal(auto& line) const {
    line << event_name << ' ' << category << '/' << name << " value:" << count;
  }
  void perf(auto& line) const { line << "name:" << name << " value:" << count; }
  BOOST_DESCRIBE_CLASS(counter_sum, (), (category, name, count), (), ())
};

}}}  // namespace trace2::v0::event
