// A trace in one of the writer's own formats: NORMAL and PERF as Git would have written them beside
// the EVENT stream, and EVENT itself, in the one spelling that strict readers ask for.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/event/json_value.hpp>
#include <trace2/event/record.hpp>
#include <trace2/export/json_repair.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/read/event_line.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace trace2 { inline namespace v0 { namespace exporter {

/// An event that is in no list, shown by its members.
struct foreign_event {
  std::string_view event_name;
  std::span<read::json_member const> members;

  void perf(auto& line) const {
    bool first = true;
    for (auto const& [name, value] : members) {
      if (name == "category") continue;
      if (!first) line << ' ';
      first = false;
      line << name << ':' << shown(value);
    }
  }
  void perf_category(auto& line) const {
    for (auto const& [name, value] : members)
      if (name == "category") line << shown(value);
  }

 private:
  static std::string_view shown(read::json_value value) noexcept {
    return value.kind == read::json_kind::string ? value.inside() : value.text;
  }
};
BOOST_DESCRIBE_STRUCT(foreign_event, (), ())

/// Writes every event as `Format` does, one `write` of the sink per line. What an EVENT stream does
/// not carry is filled in: absolute times where there is but a time of day are the difference from
/// the beginning of the process, times of day are local to whoever converts.
///
/// EVENT keeps members and events that nobody knows, and replaces what is not UTF-8 by U+FFFD.
template <format_policy Format>
class text : public read::tracker_visitor {
  static constexpr bool is_json = std::is_same_v<Format, format::json>;

 public:
  static constexpr format_settings everything{.nesting_limit = std::numeric_limits<int>::max()};

  explicit text(sink& to, format_settings const& settings = everything) noexcept
      : to_{to, !is_json}, settings_{settings} {}

  void event(read::moment const& now) {
    std::visit([&](auto const& event) { show(event, now); }, now.line.event);
  }

 private:
  void show(read::unknown_event, read::moment const& now) {
    if constexpr (is_json) {
      if (now.line.nesting.value_or(0) > settings_.nesting_limit) return;
      line_.clear();
      if (settings_.brief)
        write_brief(now.line);
      else
        append_repaired_json(line_, now.line.text);
      deliver();
    } else if constexpr (Format::template wants<foreign_event>) {
      write(foreign_event{now.line.event_name, now.line.others}, now);
      deliver();
    }
  }

  template <event_type Event>
  void show(Event const& event, read::moment const& now) {
    if constexpr (Format::template wants<Event>) {
      write(event, now);
      if constexpr (is_json) add_others(now.line);
      deliver();
    }
  }

  template <event_type Event>
  void write(Event const& event, read::moment const& now) {
    read::event_line const& line = now.line;
    file_ = line.file;
    sid_json_.clear();
    detail::append_json_escaped(sid_json_, line.sid);
    thread_json_.clear();
    detail::append_json_escaped(thread_json_, line.thread);
    record<Event> const record{
        {.at = {file_.c_str(), line.line},
         .process = {line.sid, sid_json_.view(), now.process.depth()},
         .thread = {line.thread, thread_json_.view(), now.thread.open_regions},
         .wall = line.wall.value_or(now.at),
         .t_abs = line.t_abs.value_or(duration::microseconds(now.at - now.process.origin)),
         .repo = line.repo},
        event};
    line_.clear();
    Format::write(line_,
                  {.brief = settings_.brief || is_brief<Event>(line),
                   .nesting_limit = settings_.nesting_limit},
                  record);
  }

  /// What nobody knows, without time and place.
  void write_brief(read::event_line const& line) {
    line_.append("{\"event\":");
    detail::append_json_string(line_, line.event_name);
    line_.append(",\"sid\":");
    detail::append_json_string(line_, line.sid);
    line_.append(",\"thread\":");
    detail::append_json_string(line_, line.thread);
    if (line.repo.has_value()) {
      line_.append(",\"repo\":");
      line_.append_decimal(line.repo.value);
    }
    line_.append("}\n");
    add_others(line);
  }

  /// Brief lines keep the time of some events, but never the place (R-EVT-03, R-EVT-04).
  template <event_type Event>
  static bool is_brief(read::event_line const& line) noexcept {
    if (!line.wall) return true;
    return !is_json && detail::is_dated_when_brief<Event> && line.file.empty();
  }

  void add_others(read::event_line const& line) {
    bool const lacks_place = !settings_.brief && !line.wall && !line.file.empty();
    if (line_.empty() || (line.others.empty() && !lacks_place)) return;
    line_.truncate(line_.size() - std::string_view{"}\n"}.size());
    if (lacks_place) {
      line_.append(",\"file\":");
      detail::append_json_string(line_, line.file);
      line_.append(",\"line\":");
      line_.append_decimal(line.line);
    }
    for (auto const& [name, value] : line.others) {
      line_.append(",\"");
      append_repaired_json(line_, name);
      line_.append("\":");
      append_repaired_json(line_, value.text);
    }
    line_.append("}\n");
  }

  void deliver() {
    if (line_.empty()) return;
    if (line_.back() != '\n') line_.append('\n');
    to_.write(line_.view());
  }

  line_output to_;
  format_settings settings_;
  detail::buffer line_;
  detail::buffer sid_json_;
  detail::buffer thread_json_;
  std::string file_;
};

}}}  // namespace trace2::v0::exporter
