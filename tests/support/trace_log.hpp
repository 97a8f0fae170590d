// The calls of a tracker for a trace, as text to compare.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/tracker.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace support {

/// Lets a visitor follow a trace to its end; returns the refusals. Every line must be an event.
inline std::vector<std::string> follow(std::string trace, trace2::read::tracker_visitor& visitor,
                                       trace2::read::label_table& labels,
                                       trace2::read::tracker_limits const& limits = {}) {
  std::vector<std::string> refused;
  trace2::read::text_source source{std::move(trace)};
  trace2::read::event_stream events{source, "trace", [](trace2::read::problem const& found) {
                                      INFO(found.line);
                                      FAIL(std::string{found.reason});
                                    }};
  trace2::read::tracker tracker{visitor, labels, limits};
  while (auto const* const line = events.next())
    if (char const* const why = tracker.take(*line)) refused.emplace_back(why);
  tracker.finish();
  return refused;
}

inline std::vector<std::string> follow(std::string trace, trace2::read::tracker_visitor& visitor) {
  trace2::read::label_table labels;
  return follow(std::move(trace), visitor, labels);
}

/// The beginning of a line: name, sid, thread, and time of day in 2000-01-01.
inline std::string event_line(std::string_view event, std::string_view sid, std::string_view thread,
                              std::string_view time, std::string_view members = "") {
  std::string line;
  line.append(R"({"event":")").append(event).append(R"(","sid":")").append(sid);
  line.append(R"(","thread":")").append(thread);
  if (!time.empty()) line.append(R"(","time":"2000-01-01T)").append(time).append("Z");
  return line.append("\"").append(members).append("}\n");
}

}  // namespace support
