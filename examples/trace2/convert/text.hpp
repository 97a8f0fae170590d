// Exports a trace in one of the writer's own formats: NORMAL and PERF as Git would have written
// them beside the EVENT stream, and EVENT itself in the one spelling that strict readers accept.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/record.hpp>
#include <trace2/event/wait.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/append_json.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "convert/missing_times.hpp"
#include "convert/other_event_json.hpp"
#include "convert/text_lines.hpp"
#include "convert/undecided_lines.hpp"
#include "output/bounded_buffer.hpp"
#include "output/left_out.hpp"
#include "output/line_output.hpp"

namespace trace2::program {

/// Writes every event in `Format`, one `write` of the sink per line. Values that an EVENT stream
/// lacks are computed: an absolute time is the time of day minus the beginning of the process, and
/// times of day are in the local time zone of the reader. EVENT and PERF leave out a time that the
/// trace neither tells nor lets compute (missing_times.hpp).
///
/// In PERF and NORMAL the lines of a process are all brief or all dated. Brief EVENT also dates the
/// first and the last event, so that these wait for another event of their process if they have no
/// place; `process_ended` writes those that wait in vain.
///
/// A line that is longer than `limits::output_line` is left out, and an indentation of more than
/// `limits::indentation` levels is cut; both are counted.
///
/// EVENT keeps unknown members and events, and replaces ill-formed UTF-8 by U+FFFD.
template <format_policy Format>
class text_writer final : public text_lines {
  static constexpr bool is_json = std::is_same_v<Format, format::json>;

 public:
  static constexpr format_settings everything{.nesting_limit = std::numeric_limits<int>::max()};

  explicit text_writer(sink& to, format_settings const& settings = everything) noexcept
      : to_{to, !is_json}, settings_{settings} {}

  void event(read::traced_event const& now) override {
    std::visit([&](auto const& event) { show(event, now); }, now.occurrence.event);
    times_.forget();
  }
  void region_left(read::traced_process&, read::traced_thread&,
                   read::closed_region const& closed) noexcept override {
    if (closed.is_complete && closed.region.is_begun)
      times_.note_length(closed.region.begin, closed.end);
  }
  void task_region_left(read::traced_process&, read::open_task&,
                        read::closed_region const& closed) noexcept override {
    if (closed.is_complete && closed.region.is_begun)
      times_.note_length(closed.region.begin, closed.end);
  }
  void task_ended(read::traced_process&, read::closed_task const& closed) noexcept override {
    if (closed.is_complete && closed.task.is_begun)
      times_.note_length(closed.task.begin, closed.end);
  }
  void child_ended(read::traced_event const& now, read::open_child const& child) noexcept override {
    times_.note_length(child.begin, now.at);
  }
  void process_ended(read::traced_process& process) override {
    if constexpr (!is_json) decide(process, line_form::dated);
  }

  void write(read::merged_event const& recorded) override {
    line_.clear();
    recorded.of->template write<Format>(line_, settings_, *recorded.event);
    if (line_.failed())
      ++lines_left_out_;
    else if (!line_.empty())
      to_.write(line_.view());
  }

  program::left_out left_out() const override {
    return program::left_out{}
        .add("lines", lines_left_out_)
        .add("parts of indentations", cut_indentations_);
  }

 private:
  /// The form of a process's lines, in its tag.
  enum class line_form : std::uint64_t { unknown, brief, dated };

  template <event_type Event>
  void show(Event const& event, read::traced_event const& now) {
    if constexpr (!is_json)
      if (!is_dated_in_all_forms<Event>(now.occurrence)) note_form(now);
    if constexpr (is_json && std::is_same_v<Event, read::other_event>) {
      show_other(now.occurrence);
    } else if constexpr (Format::template wants<Event>) {
      if (is_form_open<Event>(now)) return hold(event, now);
      write_form(event, now, is_brief<Event>(now));
      bool has_code = false;
      if constexpr (requires { event.code; }) has_code = !!wide_code(event.code, now.occurrence);
      if constexpr (is_json) add_others(now.occurrence, has_code ? "code" : "");
      deliver();
    }
  }

  /// Brief lines keep the time of some events, but never the place (R-EVT-03, R-EVT-04).
  template <event_type Event>
  static bool is_dated_in_all_forms(read::occurrence const& what) noexcept {
    return traits_of<Event>.dated_when_brief && what.wall && what.file.empty() && !what.nanoseconds;
  }
  void note_form(read::traced_event const& now) {
    if (now.occurrence.wall)
      decide(now.process, line_form::dated);
    else if (form_of(now.process) == line_form::unknown)
      decide(now.process, line_form::brief);
  }
  static line_form form_of(read::traced_process const& process) noexcept {
    return static_cast<line_form>(process.tag);
  }
  void decide(read::traced_process& process, line_form form) {
    bool const is_open = form_of(process) == line_form::unknown;
    process.tag = static_cast<std::uint64_t>(form);
    if (!is_open || held_.empty()) [[likely]]
      return;
    held_.decide(process.number, form == line_form::brief);
    take_held();
  }
  void take_held() {
    held_.take([this](std::string_view line) { to_.write(line); });
  }

  template <event_type Event>
  bool is_form_open(read::traced_event const& now) const noexcept {
    return !is_json && !settings_.brief && is_dated_in_all_forms<Event>(now.occurrence) &&
           form_of(now.process) == line_form::unknown;
  }
  template <event_type Event>
  void hold(Event const& event, read::traced_event const& now) {
    write_form(event, now, true);
    std::string const brief{finished_line()};
    write_form(event, now, false);
    std::string_view const dated = finished_line();
    if (!dated.empty()) held_.hold(now.process.number, brief, dated);
    take_held();
  }
  template <event_type Event>
  bool is_brief(read::traced_event const& now) const noexcept {
    read::occurrence const& what = now.occurrence;
    if (is_json || settings_.brief) return settings_.brief || !what.wall;
    bool const is_dated = form_of(now.process) == line_form::dated;
    if (!what.wall) return !is_dated || !what.t_abs;
    return is_dated_in_all_forms<Event>(what) && !is_dated;
  }

  /// Completes the times, and marks a region that only waits: EVENT gets this mark with the other
  /// members that an event lacks.
  template <event_type Event>
  void write_form(Event const& event, read::traced_event const& now, bool is_brief) {
    if (!missing_times::lacks<Event>(now.occurrence)) [[likely]]
      return write_marked(event, now, is_brief);
    write_marked(times_.completed(event, now), now, is_brief);
  }
  template <event_type Event>
  void write_marked(Event const& event, read::traced_event const& now, bool is_brief) {
    if constexpr (!is_json && event::region_event<Event>)
      if (read::only_waits(now.occurrence))
        return write_event(event::waiting<Event>{event}, now, is_brief);
    write_event(event, now, is_brief);
  }

  template <event_type Event>
  void write_event(Event const& event, read::traced_event const& now, bool is_brief) {
    read::occurrence const& what = now.occurrence;
    file_.clear();
    file_.append(what.file);
    remember(now);
    duration const t_abs = missing_times::t_abs_of(event, now);
    record<Event> const record{
        {.at = {file_.c_str(), what.line},
         .process = {what.sid, sid_json_.view(), depth_},
         .thread = {what.thread, thread_json_.view(), shown_indentation(now.thread.open_regions)},
         .wall = read::whole_microseconds(what.wall.value_or(now.at)),
         .t_abs = t_abs,
         .repo = what.repo},
        event};
    line_.clear();
    write_as<Format>(line_, {.brief = is_brief, .nesting_limit = settings_.nesting_limit}, record);
    if (t_abs == missing_times::unknown || missing_times::lacks<Event>(what)) [[unlikely]]
      missing_times::take_out_unknown<Format>(line_);
    if constexpr (requires { event.code; })
      if (auto const code = wide_code(event.code, what)) [[unlikely]]
        put_code(event.code, *code);
  }

  /// The exit code that the trace tells, if the event holds another one.
  static read::exit_code wide_code(int own, read::occurrence const& what) {
    read::exit_code const told = read::exit_code_of(own, what);
    return told == own ? read::exit_code{} : told;
  }
  void put_code(int own, std::int64_t told) {
    std::string const digits = std::to_string(own);
    std::size_t const at = line_.view().rfind((is_json ? "\"code\":" : "code:") + digits);
    if (at == std::string_view::npos) return;
    std::size_t const begin = line_.view().find(':', at) + 1;
    std::string const rest{line_.view().substr(begin + digits.size())};
    line_.truncate(begin);
    line_.append_decimal(told);
    line_.append(rest);
  }

  /// Most events have the process and the thread of the one before.
  void remember(read::traced_event const& now) {
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
  static void escape(buffer& json, std::string_view text) {
    json.clear();
    read::append_json_escaped(json, text);
  }

  void show_other(read::occurrence const& what) {
    if (what.nesting.value_or(0) > settings_.nesting_limit) return;
    line_.clear();
    append_other_event(line_, what, settings_.brief);
    deliver();
  }

  /// Inserts the members that the description lacks in front of the end of the line.
  void add_others(read::occurrence const& what, std::string_view except) {
    bool const lacks_place = !settings_.brief && !what.wall && !what.file.empty();
    if (line_.empty() || (what.others.empty() && !lacks_place)) return;
    line_.truncate(line_.size() - std::string_view{"}\n"}.size());
    if (lacks_place) append_place(line_, what);
    append_others(line_, what, except);
    line_.append("}\n");
  }

  int shown_indentation(int levels) noexcept {
    if (levels <= read::limits::indentation) return levels;
    if constexpr (std::is_same_v<Format, format::perf>) ++cut_indentations_;
    return read::limits::indentation;
  }

  /// The line with its end; empty if there is none.
  std::string_view finished_line() {
    if (line_.failed()) {
      ++lines_left_out_;
      return {};
    }
    if (!line_.empty() && line_.back() != '\n') line_.append('\n');
    return line_.view();
  }
  void deliver() {
    std::string_view const line = finished_line();
    if (line.empty()) return;
    if (held_.empty()) [[likely]]
      return to_.write(line);
    held_.add(line);
    take_held();
  }

  line_output to_;
  format_settings settings_;
  undecided_lines held_;
  missing_times times_;
  bounded_buffer line_;
  std::uint32_t process_ = 0;  ///< number of the latest
  int depth_ = 0;
  buffer sid_json_;
  std::uint64_t thread_ = 0;  ///< number of the latest
  buffer thread_json_;
  buffer file_;
  std::uint64_t lines_left_out_ = 0;
  std::uint64_t cut_indentations_ = 0;
};

}  // namespace trace2::program
