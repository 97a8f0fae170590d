// The rows of a critical path as a table of described structs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/export/critical_rows.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A part of the critical path. `kind` is own, region, thread, startup, between, wait, beside, task
/// or task_wait, as `critical_path::kind` explains them. The times of all parts add up to that of
/// the command.
struct why_row {
  read::fine_duration time{};
  double share{};
  std::string_view kind{};
  std::string_view process{};  ///< empty in the command itself
  std::string_view name{};     ///< of a child or thread; message of a task
  std::string_view category{};
  std::string_view label{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(why_row, (), (time, share, kind, process, name, category, label, count))

/// The parts that take time, the longest first. Texts are those of the explanation and its labels.
inline std::vector<why_row> rows_of(explanation const& of, read::label_table const& labels) {
  std::vector<why_row> rows;
  for (critical_path::row const& part : of.rows) {
    if (part.time <= 0) continue;
    why_row row{.time = read::fine_duration::nanoseconds(part.time),
                .share = share_of(part.time, of.wall),
                .kind = name_of(part.kind),
                .process = part.process,
                .name = part.name,
                .count = part.count};
    if (part.label != critical_path::no_label) {
      row.category = labels[part.label].category;
      row.label = labels[part.label].name;
    }
    rows.push_back(row);
  }
  return rows;
}

}}}  // namespace trace2::v0::exporter
