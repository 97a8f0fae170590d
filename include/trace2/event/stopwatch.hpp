// Sums of timers and counters: of one thread when it ends (`th_`), of the process before `atexit`.
#pragma once

#include <trace2/event.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace event {

namespace detail {

/// What NORMAL puts in front of the values, and PERF, where the category has a column, puts there.
void normal_name(auto& line, auto const& sum) {
  line << sum.event_name << ' ' << sum.category << '/' << sum.name << ' ';
}
void perf_name(auto& line, auto const& sum) { line << "name:" << sum.name << ' '; }

void intervals(auto& line, auto const& sum) {
  line << "intervals:" << sum.intervals << " total:" << sum.t_total << " min:" << sum.t_min
       << " max:" << sum.t_max;
}

}  // namespace detail

/// The intervals that one thread measured with a timer.
struct th_timer {
  static constexpr std::string_view event_name = "th_timer";
  static constexpr bool timed = false;
  std::string_view category{};
  std::string_view name{};
  std::uint64_t intervals{};
  duration t_total{};
  duration t_min{};
  duration t_max{};
  void normal(auto& line) const {
    detail::normal_name(line, *this), detail::intervals(line, *this);
  }
  void perf(auto& line) const { detail::perf_name(line, *this), detail::intervals(line, *this); }
};
BOOST_DESCRIBE_STRUCT(th_timer, (), (category, name, intervals, t_total, t_min, t_max))

/// The intervals that all threads measured with a timer.
struct timer {
  static constexpr std::string_view event_name = "timer";
  static constexpr bool timed = false;
  std::string_view category{};
  std::string_view name{};
  std::uint64_t intervals{};
  duration t_total{};
  duration t_min{};
  duration t_max{};
  void normal(auto& line) const {
    detail::normal_name(line, *this), detail::intervals(line, *this);
  }
  void perf(auto& line) const { detail::perf_name(line, *this), detail::intervals(line, *this); }
};
BOOST_DESCRIBE_STRUCT(timer, (), (category, name, intervals, t_total, t_min, t_max))

/// What one thread added to a counter.
struct th_counter {
  static constexpr std::string_view event_name = "th_counter";
  static constexpr bool timed = false;
  std::string_view category{};
  std::string_view name{};
  std::uint64_t count{};
  void normal(auto& line) const { detail::normal_name(line, *this), line << "value:" << count; }
  void perf(auto& line) const { detail::perf_name(line, *this), line << "value:" << count; }
};
BOOST_DESCRIBE_STRUCT(th_counter, (), (category, name, count))

/// What all threads added to a counter.
struct counter {
  static constexpr std::string_view event_name = "counter";
  static constexpr bool timed = false;
  std::string_view category{};
  std::string_view name{};
  std::uint64_t count{};
  void normal(auto& line) const { detail::normal_name(line, *this), line << "value:" << count; }
  void perf(auto& line) const { detail::perf_name(line, *this), line << "value:" << count; }
};
BOOST_DESCRIBE_STRUCT(counter, (), (category, name, count))

}}}  // namespace trace2::v0::event
