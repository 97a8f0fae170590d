// Exports a trace in one of the writer's own formats: NORMAL and PERF as Git would have written
// them beside the EVENT stream, and EVENT itself in the one spelling that strict readers accept.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/wait.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/other_event_json.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <variant>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes every event in `Format`, one `write` of the sink per line. Values that an EVENT stream
/// lacks are computed: an absolute time is the time of day minus the beginning of the process, and
/// times of day are in the local time zone of the reader.
///
/// A line that is longer than `limits::output_line` is left out, and an indentation of more than
/// `limits::indentation` levels is cut; both are counted.
///
/// EVENT keeps unknown members and events, and replaces ill-formed UTF-8 by U+FFFD.
template <format_policy Format>
class text : public read::tracker_visitor {
  static constexpr bool is_json = std::is_same_v<Format, format::json>;

 public:
  static constexpr format_settings everything{.nesting_limit = std::numeric_limits<int>::max()};

  explicit text(sink& to, format_settings const& settings = everything) noexcept
      : to_{to, !is_json}, settings_{settings} {}

  void event(read::moment const& now) {
    std::visit([&](auto const& event) { show(event, now); }, now.occurrence.event);
  }

  exporter::left_out left_out() const {
    return exporter::left_out{}
        .add("lines", lines_left_out_)
        .add("parts of indentations", cut_indentations_);
  }

 private:
  template <event_type Event>
  void show(Event const& event, read::moment const& now) {
    if constexpr (is_json && std::is_same_v<Event, read::other_event>) {
      show_other(now.occurrence);
    } else if constexpr (Format::template wants<Event>) {
      write_form(event, now);
      if constexpr (is_json) add_others(now.occurrence);
      deliver();
    }
  }

  /// EVENT gets the mark of a region that only waits with the other members that an event lacks.
  template <event_type Event>
  void write_form(Event const& event, read::moment const& now) {
    if constexpr (!is_json && event::region_event<Event>)
      if (read::only_waits(now.occurrence)) return write(event::waiting<Event>{event}, now);
    write(event, now);
  }

  template <event_type Event>
  void write(Event const& event, read::moment const& now) {
    read::occurrence const& what = now.occurrence;
    file_.clear();
    file_.append(what.file);
    remember(now);
    record<Event> const record{
        {.at = {file_.c_str(), what.line},
         .process = {what.sid, sid_json_.view(), depth_},
         .thread = {what.thread, thread_json_.view(), shown_indentation(now.thread.open_regions)},
         .wall = read::whole_microseconds(what.wall.value_or(now.at)),
         .t_abs = t_abs_of(event, now),
         .repo = what.repo},
        event};
    line_.clear();
    detail::write_as<Format>(line_,
                             {.brief = settings_.brief || is_brief<Event>(what),
                              .nesting_limit = settings_.nesting_limit},
                             record);
  }

  /// Most events have the process and the thread of the one before.
  void remember(read::moment const& now) {
    if (process_ != now.process.number) {
      process_ = now.process.number;
      depth_ = now.process.depth();
      escape(sid_json_, now.occurrence.sid);
    }
    if (thread_ != now.thread.number) {
      thread_ = now.thread.number;
      escape(thread_json_, now.occurrence.thread);
    }
  }
  static void escape(detail::buffer& json, std::string_view text) {
    json.clear();
    detail::append_json_escaped(json, text);
  }

  /// Git subtracts whole microseconds.
  template <event_type Event>
  static duration t_abs_of(Event const& event, read::moment const& now) noexcept {
    if constexpr (requires { duration{event.t_abs}; })
      if (now.occurrence.t_abs) return event.t_abs;
    if (now.occurrence.t_abs)
      return duration::microseconds(now.occurrence.t_abs->in_microseconds());
    return duration::microseconds(read::whole_microseconds(now.at) -
                                  read::whole_microseconds(now.process.origin));
  }

  void show_other(read::occurrence const& what) {
    if (what.nesting.value_or(0) > settings_.nesting_limit) return;
    line_.clear();
    append_other_event(line_, what, settings_.brief);
    deliver();
  }

  /// Brief lines keep the time of some events, but never the place (R-EVT-03, R-EVT-04).
  template <event_type Event>
  static bool is_brief(read::occurrence const& what) noexcept {
    if (!what.wall) return true;
    return !is_json && detail::traits_of<Event>.dated_when_brief && what.file.empty();
  }

  /// Inserts the members that the description lacks in front of the end of the line.
  void add_others(read::occurrence const& what) {
    bool const lacks_place = !settings_.brief && !what.wall && !what.file.empty();
    if (line_.empty() || (what.others.empty() && !lacks_place)) return;
    line_.truncate(line_.size() - std::string_view{"}\n"}.size());
    if (lacks_place) append_place(line_, what);
    append_others(line_, what);
    line_.append("}\n");
  }

  int shown_indentation(int levels) noexcept {
    if (levels <= read::limits::indentation) return levels;
    if constexpr (std::is_same_v<Format, format::perf>) ++cut_indentations_;
    return read::limits::indentation;
  }

  void deliver() {
    if (line_.failed()) {
      ++lines_left_out_;
      return;
    }
    if (line_.empty()) return;
    if (line_.back() != '\n') line_.append('\n');
    to_.write(line_.view());
  }

  line_output to_;
  format_settings settings_;
  read::bounded_buffer line_;
  std::uint32_t process_ = 0;  ///< number of the latest
  int depth_ = 0;
  detail::buffer sid_json_;
  std::uint64_t thread_ = 0;  ///< number of the latest
  detail::buffer thread_json_;
  detail::buffer file_;
  std::uint64_t lines_left_out_ = 0;
  std::uint64_t cut_indentations_ = 0;
};

}}}  // namespace trace2::v0::exporter
