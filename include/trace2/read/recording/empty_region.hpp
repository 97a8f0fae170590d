// Reads from a recording what a region without contents takes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/empty_region.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Nothing when the writer has not measured it, or when what is there of the recording doesn't tell
/// how long a tick is.
inline std::optional<empty_region> empty_region_of(file const& from, dictionary const& words) {
  auto const& told = from.header().empty_regions;
  if (told.cost == 0 || !words.knows_clock()) return {};
  auto const scale = words.period_of(std::numeric_limits<std::int64_t>::min()).scale;
  auto const length_of = [&scale](std::uint64_t ticks) {
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    constexpr auto regions = static_cast<std::int64_t>(layout::empty_region_ticks::regions);
    std::int64_t const all = scale.length(static_cast<std::int64_t>(std::min(ticks, most)));
    return fine_duration{nanoseconds{(all + regions / 2) / regions}};
  };
  return empty_region{length_of(told.cost), length_of(told.length)};
}

}}}}  // namespace trace2::v0::read::recording
