// The text of a distribution: its quantiles in nanoseconds, and its lengths as JSON.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/distribution_sum.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline interval_quantiles quantiles_of(distribution_sum const& sum) noexcept {
  std::uint64_t const count = sum.count_in_all();
  auto const at = [&](double quantile) { return clock::duration(sum.length_at(quantile, count)); };
  return {.count = count,
          .shortest = clock::duration(sum.shortest.load_relaxed()),
          .median = at(0.5),
          .p90 = at(0.9),
          .p99 = at(0.99),
          .p999 = at(0.999),
          .longest = clock::duration(sum.longest.load_relaxed())};
}

/// Appends an object of the event that the distribution belongs to, the quantiles, and the pairs
/// that a reader needs to merge distributions. It begins as read/interval_distribution.hpp expects
/// it. Some kilobytes; less than 64 KiB for intervals of up to a day.
inline void append_distribution(buffer& out, std::string_view event, distribution_sum const& sum,
                                interval_quantiles const& quantiles) noexcept {
  out.append("{\"of\":\"");
  out.append(event);
  out.append("\",\"unit\":\"ns\"");
  for_each_member<interval_quantiles>([&](auto member) {
    out.append(',');
    append_json_string(out, member.name);
    out.append(':');
    out.append_decimal(quantiles.*member.pointer);
  });
  out.append(",\"values\":[");
  json_list pairs{out};
  for (std::size_t bucket = 0; bucket < distribution_sum::buckets::count; ++bucket) {
    std::uint64_t const count = sum.count_in(bucket);
    if (count == 0) continue;
    pairs.next();
    out.append('[');
    out.append_decimal(clock::duration(sum.length_in(bucket)));
    out.append(',');
    out.append_decimal(count);
    out.append(']');
  }
  out.append("]}");
}

}}}  // namespace trace2::v0::detail
