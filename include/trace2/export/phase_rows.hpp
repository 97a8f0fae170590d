// Makes the table of phases of a summary.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/summary.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/phase_sums.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

inline phase_row row_of(read::phase_key const& key, read::phase_statistics const& sum,
                        read::label_table const& labels) {
  static constexpr std::string_view kinds[] = {"phase", "timer", "counter"};
  phase_row row{.category = labels[key.phase].category,
                .name = labels[key.phase].name,
                .kind = kinds[static_cast<std::size_t>(key.part)],
                .count = sum.count};
  if (key.part != read::phase_part::whole) {
    row.share_category = labels[key.what].category;
    row.share_name = labels[key.what].name;
  }
  if (key.part == read::phase_part::counter) return row;
  row.total = duration::microseconds(sum.total);
  row.mean = read::mean_of(*row.total, sum.count);
  if (sum.lengths.count() != 0) row.nanoseconds = sum.lengths.quantiles();
  return row;
}

/// The phases with most time come first; in each come the timers with most time, then the counters.
/// Texts are views of the labels.
inline std::vector<phase_row> rows_of_phases(read::phase_sums const& sums,
                                             read::label_table const& labels) {
  struct row {
    std::int64_t time_of_phase;
    read::phase_key key;
    read::phase_statistics const* sum;
  };
  std::vector<row> rows;
  std::int64_t time = 0;
  read::label_id phase = read::label_table::other;
  for (auto const& [key, sum] : sums.all()) {
    // The phase itself comes first.
    if (rows.empty() || key.phase != phase) time = 0;
    if (key.part == read::phase_part::whole) time = sum.total;
    phase = key.phase;
    rows.push_back({time, key, &sum});
  }
  std::sort(rows.begin(), rows.end(), [&](row const& a, row const& b) {
    auto const order_of = [&](row const& of, row const& other) {
      auto const& phase_label = labels[of.key.phase];
      auto const& what = labels[of.key.what];
      return std::tuple{other.time_of_phase, phase_label.category, phase_label.name, of.key.part,
                        other.sum->total,    other.sum->count,     what.category,    what.name};
    };
    return order_of(a, b) < order_of(b, a);
  });
  std::vector<phase_row> result;
  result.reserve(rows.size());
  for (row const& each : rows) result.push_back(row_of(each.key, *each.sum, labels));
  return result;
}

}}}  // namespace trace2::v0::exporter
