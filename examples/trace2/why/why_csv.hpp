// The rows of a critical path as a table of described structs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include "why/critical_path.hpp"
#include "why/critical_rows.hpp"
#include "why/why.hpp"

namespace trace2::program {

/// A part of the critical path. `kind` is self, region, thread, startup, between, wait, beside,
/// task or task_wait, as `critical_path::kind` explains them. The times of all parts add up to that
/// of the command.
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
std::vector<why_row> rows_of(explanation const& of, read::label_table const& labels);

}  // namespace trace2::program
