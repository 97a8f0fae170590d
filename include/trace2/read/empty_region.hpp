// The cost of a region without contents, as the writer of a recording has measured it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/value/reflect.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// Tells the time of tracing from the time of work: so much every region costs its program, and so
/// much of it lies between its beginning and its end.
struct empty_region {
  fine_duration cost{};
  fine_duration length{};
};
BOOST_DESCRIBE_STRUCT(empty_region, (), (cost, length))

}}}  // namespace trace2::v0::read
