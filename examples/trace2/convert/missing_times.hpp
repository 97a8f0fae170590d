// Computes the times that the line of an event should have and lacks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2::program {

/// Where an event has no `t_abs` or no `t_rel`, these come from its time of day: since the
/// beginning of the process, and since the beginning of what the event ends or belongs to. A time
/// is unknown if the event has no time of day, or if the trace doesn't tell that beginning.
class missing_times {
 public:
  /// No process runs for so long before it begins.
  static constexpr duration unknown = duration::microseconds(-888'888'888'888'888);

  /// The next event ends what lasted for this time.
  void note_length(read::moment begin, read::moment end) noexcept { ended_ = between(begin, end); }
  void forget() noexcept { ended_.reset(); }

  template <class Event>
  static bool lacks(read::occurrence const& what) noexcept {
    bool lacks = false;
    if constexpr (requires(Event event) { duration{event.t_abs}; }) lacks = !what.t_abs;
    if constexpr (requires(Event event) { duration{event.t_rel}; }) lacks = lacks || !what.t_rel;
    return lacks;
  }

  /// The event with all times; `unknown` in place of an unknown one.
  template <class Event>
  Event completed(Event event, read::traced_event const& now) const noexcept {
    if constexpr (requires { duration{event.t_abs}; }) event.t_abs = t_abs_of(event, now);
    if constexpr (requires { duration{event.t_rel}; })
      if (!now.occurrence.t_rel) event.t_rel = t_rel_of<Event>(now).value_or(unknown);
    return event;
  }

  /// The absolute time for the event's line.
  template <class Event>
  static duration t_abs_of(Event const& event, read::traced_event const& now) noexcept {
    read::occurrence const& what = now.occurrence;
    constexpr bool is_member = requires { duration{event.t_abs}; };
    if constexpr (is_member)
      if (what.t_abs) return event.t_abs;
    if (what.t_abs) return duration::microseconds(what.t_abs->in_microseconds());
    bool const is_tied = now.process.clock.is_tied();
    if (what.wall ? !is_tied : is_tied && is_member) return unknown;
    return between(now.process.origin, now.at);
  }

  /// Takes `unknown` out of a line: in EVENT with its name, in PERF from its column. NORMAL has no
  /// form without the time, so that it says 0.
  template <class Format>
  static void take_out_unknown(buffer& line) {
    if (line.failed() || line.view().find(unknown_text) == std::string_view::npos) return;
    std::string text{line.view()};
    if constexpr (std::is_same_v<Format, format::json>) {
      replace(text, ",\"t_abs\":", "", "");
      replace(text, ",\"t_rel\":", "", "");
    } else if constexpr (std::is_same_v<Format, format::perf>) {
      constexpr std::string_view rule = " | ";
      for (int column = 0; column < 2; ++column) replace(text, rule, rule, " |          ");
    } else {
      replace(text, " elapsed:", "", " elapsed:0.000000");
    }
    line.clear();
    line.append(text);
  }

 private:
  struct no_member {};  ///< an event without `t_abs`

  static constexpr std::string_view unknown_text = "-888888888.888888";

  static void replace(std::string& text, std::string_view before, std::string_view behind,
                      std::string_view by);

  /// Git subtracts whole microseconds.
  static duration between(read::moment begin, read::moment end) noexcept;

  /// The first event of a thread does not tell when the thread began.
  static std::optional<duration> since_begin(read::traced_thread const& thread,
                                             read::moment at) noexcept;

  template <class Event>
  std::optional<duration> t_rel_of(read::traced_event const& now) const noexcept {
    read::occurrence const& what = now.occurrence;
    if (!what.wall && !what.t_abs) return {};
    read::traced_thread const& thread = now.thread;
    if constexpr (std::is_same_v<Event, event::data> || std::is_same_v<Event, event::data_json>) {
      auto const& around = thread.regions_around();
      if (!around.empty()) return between(around.back().begin, now.at);
      if (!thread.is_main()) return since_begin(thread, now.at);
      return t_abs_of(no_member{}, now);
    } else if constexpr (std::is_same_v<Event, event::thread_exit>) {
      return since_begin(thread, now.at);
    } else {
      return ended_;
    }
  }

  std::optional<duration> ended_;
};

}  // namespace trace2::program
