// The output of the formats for one event, reduced to the parts that depend on the event.
#pragma once

#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/value/buffer.hpp>

#include <string>
#include <string_view>

namespace support {

/// A moment in the life of a process, 1.5 seconds after its start.
template <class Event>
trace2::record<Event> record_of(Event const& event) {
  return {{.at = {"f.c", 7},
           .process = {"SID", "SID", 0},
           .thread = {"main", "main", 1},
           .wall = 946'684'800'000'000,
           .t_abs = trace2::duration::microseconds(1'500'000)},
          event};
}

template <class Format, class Event>
std::string written(trace2::record<Event> const& record,
                    trace2::format_settings const& settings = {.brief = true}) {
  trace2::buffer line;
  trace2::write_as<Format>(line, settings, record);
  return std::string{line.view()};
}

/// The line in NORMAL, without prefix and LF.
template <class Event>
std::string normal(Event const& event) {
  return written<trace2::format::normal>(record_of(event));
}

/// The line in PERF from the column of the event's name on, without LF.
template <class Event>
std::string perf(Event const& event) {
  return written<trace2::format::perf>(record_of(event)).substr(32);
}

/// The event's own members in EVENT, without braces.
template <class Event>
std::string json(Event const& event) {
  std::string line = written<trace2::format::json>(record_of(event), {});
  std::string const common = "{\"event\":\"" + std::string{Event::event_name} +
                             "\",\"sid\":\"SID\",\"thread\":\"main\","
                             "\"time\":\"2000-01-01T00:00:00.000000Z\",\"file\":\"f.c\",\"line\":7";
  if (line.compare(0, common.size(), common) != 0 || !line.ends_with("}\n")) return line;
  line = line.substr(common.size(), line.size() - common.size() - 2);
  return line.empty() ? line : line.substr(1);
}

}  // namespace support
