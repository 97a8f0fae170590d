// Recognises by its lines which target has written a text trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/input_file.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/perf_columns.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// True if a line is an event of EVENT. Lines of other JSON, such as that of an export, are none.
inline bool is_line_of_event(std::string_view line) noexcept {
  std::size_t const begin = line.find_first_not_of(" \t");
  return begin != line.npos && line[begin] == '{' &&
         (line.find("\"event\":") != line.npos || line.find("\"event\" :") != line.npos);
}

/// True if a line begins a process as NORMAL does, or has a date. A brief line of another event may
/// as well be of another program.
inline bool is_line_of_normal(std::string_view line) noexcept {
  normal_line parts;
  return parts.read(line) &&
         (parts.time_of_day ? parts.event != "printf" : parts.event == "version");
}

/// The target that has written some of the lines, or the beginning of the last one. Nothing if no
/// line is an event. Other lines may be there too: of other programs, or of another target with the
/// same destination. EVENT says the most, so it wins.
inline std::optional<text_target> target_of(std::string_view lines) noexcept {
  std::optional<text_target> target;
  while (!lines.empty()) {
    std::size_t const size = std::min(lines.find('\n'), lines.size());
    std::string_view const line = lines.substr(0, size);
    if (is_line_of_event(line)) return text_target::event;
    if (target != text_target::perf && perf_columns{}.read(line))
      target = text_target::perf;
    else if (!target && is_line_of_normal(line))
      target = text_target::normal;
    lines.remove_prefix(std::min(size + 1, lines.size()));
  }
  return target;
}

}}}  // namespace trace2::v0::read
