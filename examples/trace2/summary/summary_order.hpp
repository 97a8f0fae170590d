// Sorts the tables of a summary.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "summary/summary.hpp"

namespace trace2::program {

/// The rows that come first in a table: those with most time in total, most time outside of regions
/// inside, the longest, the longest median, or most often.
enum class summary_order : unsigned char { total, self, max, median, count };

namespace detail_of_summary {

/// The value by which rows of this type are sorted; a negative number for those without such a
/// value.
template <class Row>
std::int64_t weight_of(Row const& row, summary_order order) {
  switch (order) {
    case summary_order::self:
      if constexpr (requires { row.self.in_nanoseconds(); })
        return row.self.in_nanoseconds().count();
      break;
    case summary_order::max:
      if constexpr (requires { row.max.in_nanoseconds(); }) return row.max.in_nanoseconds().count();
      break;
    case summary_order::median:
      if constexpr (requires { row.median.in_nanoseconds(); })
        return row.median.in_nanoseconds().count();
      break;
    case summary_order::count:
      if constexpr (requires { row.count; }) return static_cast<std::int64_t>(row.count);
      if constexpr (requires { row.intervals; }) return static_cast<std::int64_t>(row.intervals);
      break;
    case summary_order::total:
      if constexpr (requires { row.total.in_nanoseconds(); })
        return row.total.in_nanoseconds().count();
      break;
  }
  return -1;
}

}  // namespace detail_of_summary

/// Sorts commands, regions, tasks, children, timers, counters, data, other events and errors. Rows
/// of equal weight, and tables without such a value, keep their order. Processes stay a tree.
void sort_tables(summary& all, summary_order order);

}  // namespace trace2::program
