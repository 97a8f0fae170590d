// The differences of a comparison by functions, as samples tell them: described structs, which are
// also its JSON. Times are in seconds, for each sampled run.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "samples/sampled_trace.hpp"

namespace trace2::program {

/// A time that samples stand for.
struct time_change {
  double before{};
  double after{};
  double change{};
  double uncertainty{};  ///< half of the interval of 95 % that the numbers of samples allow

  bool is_sure() const noexcept { return std::abs(change) > uncertainty; }
};
BOOST_DESCRIBE_STRUCT(time_change, (), (before, after, change, uncertainty))

/// The time on a processor in a function itself.
struct function_change {
  std::string_view name{};
  std::string_view file{};
  time_change time{};
};
BOOST_DESCRIBE_STRUCT(function_change, (), (name, file, time))

/// The samples of one side.
struct sampled_side {
  std::uint64_t runs{};  ///< that ran while samples were taken
  std::uint64_t samples{};
  double wall{};
};
BOOST_DESCRIBE_STRUCT(sampled_side, (), (runs, samples, wall))

/// The functions of a region with all that is inside, or of a command's main thread outside of its
/// regions.
struct row_functions {
  std::uint64_t row{};  ///< its place in the rows of the comparison, from 0 on
  sampled_side before{};
  sampled_side after{};
  std::optional<time_change> waiting{};  ///< nothing where samples are too few to tell
  std::vector<function_change> functions{};  ///< those that have changed most come first
};
BOOST_DESCRIBE_STRUCT(row_functions, (), (row, before, after, waiting, functions))

/// The samples of both sides.
struct compared_samples {
  sample_sums before{};
  sample_sums after{};
};
BOOST_DESCRIBE_STRUCT(compared_samples, (), (before, after))

}  // namespace trace2::program
