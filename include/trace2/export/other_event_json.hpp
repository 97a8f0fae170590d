// Writes members and events without a description as EVENT spells them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/export/json_repair.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Appends members to a line under construction, each behind a comma.
inline void append_place(detail::buffer& line, read::occurrence const& what) {
  line.append(",\"file\":");
  detail::append_json_string(line, what.file);
  line.append(",\"line\":");
  line.append_decimal(what.line);
}
inline void append_others(detail::buffer& line, read::occurrence const& what) {
  for (auto const& [name, value] : what.others) {
    line.append(",\"");
    append_repaired_json(line, name);
    line.append("\":");
    append_repaired_json(line, value.text);
  }
}

/// Appends an event that is in no list as one object. This is the original line; a brief event, or
/// one without a line, is put together from its members.
inline void append_other_event(detail::buffer& line, read::occurrence const& what, bool is_brief) {
  if (!is_brief && !what.text.empty()) return append_repaired_json(line, what.text);
  line.append("{\"event\":");
  detail::append_json_string(line, what.event_name);
  line.append(",\"sid\":");
  detail::append_json_string(line, what.sid);
  line.append(",\"thread\":");
  detail::append_json_string(line, what.thread);
  if (!is_brief && what.wall) {
    char time[detail::max_time_size];
    line.append(",\"time\":\"");
    line.append({time, detail::put(time, detail::utc_time{read::whole_microseconds(*what.wall)})});
    line.append('"');
  }
  if (!is_brief && !what.file.empty()) append_place(line, what);
  if (what.repo.has_value()) {
    line.append(",\"repo\":");
    line.append_decimal(what.repo.value);
  }
  append_others(line, what);
  line.append('}');
}

}}}  // namespace trace2::v0::exporter
