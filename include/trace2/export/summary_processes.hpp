// The rows of processes in a summary, in the order in which people read them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/summary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Behind the programs that a process became comes the time in which none of them ran.
inline std::vector<process_row> processes_with_times_between(std::vector<process_row> const& rows) {
  std::vector<process_row> result;
  std::vector<process_row> open;  // times that are still to come
  auto const known = std::find_if(rows.begin(), rows.end(), [](auto const& row) {
    return row.share > 0 && row.wall.in_nanoseconds() > 0;
  });
  double const per_nanosecond =
      known == rows.end() ? 0 : known->share / static_cast<double>(known->wall.in_nanoseconds());
  auto const end_down_to = [&](int level) {
    for (; !open.empty() && open.back().level > level; open.pop_back())
      result.push_back(open.back());
  };
  for (process_row const& row : rows) {
    end_down_to(row.level);
    result.push_back(row);
    if (!row.between) continue;
    double const time = static_cast<double>(row.between->in_nanoseconds());
    open.push_back({.level = row.level + 1,
                    .name = "outside of these processes",
                    .wall = *row.between,
                    .share = per_nanosecond * time});
  }
  end_down_to(-1);
  return result;
}

/// At most so many rows, the slowest first, whatever process started which. They are those given.
inline std::vector<process_row const*> slowest_processes(std::vector<process_row> const& rows,
                                                         std::size_t most) {
  std::vector<process_row const*> slowest;
  slowest.reserve(rows.size());
  for (process_row const& row : rows) slowest.push_back(&row);
  most = std::min(most, rows.size());
  std::partial_sort(slowest.begin(), slowest.begin() + static_cast<std::ptrdiff_t>(most),
                    slowest.end(), [](process_row const* a, process_row const* b) {
                      std::int64_t const time = a->wall.in_nanoseconds();
                      std::int64_t const other = b->wall.in_nanoseconds();
                      return time != other ? time > other : a < b;
                    });
  slowest.resize(most);
  return slowest;
}

}}}  // namespace trace2::v0::exporter
