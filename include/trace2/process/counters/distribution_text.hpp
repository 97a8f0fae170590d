// The text of a distribution: its quantiles in nanoseconds, and its lengths as JSON.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/length_counts.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline interval_quantiles quantiles_of(distribution_of const& sum) noexcept {
  std::uint64_t const count = sum.count_in_all();
  auto const at = [&](double quantile) { return clock::duration(sum.length_at(quantile, count)); };
  return {.count = count,
          .shortest = clock::duration(sum.shortest()),
          .median = at(0.5),
          .p90 = at(0.9),
          .p99 = at(0.99),
          .p999 = at(0.999),
          .longest = clock::duration(sum.longest())};
}

/// The lengths among the members of interval_quantiles, in their order.
struct quantile_member {
  std::string_view name;
  std::int64_t interval_quantiles::* length;
};
inline constexpr quantile_member quantile_members[] = {
    {"shortest", &interval_quantiles::shortest}, {"median", &interval_quantiles::median},
    {"p90", &interval_quantiles::p90},           {"p99", &interval_quantiles::p99},
    {"p999", &interval_quantiles::p999},         {"longest", &interval_quantiles::longest}};

/// Appends an object of the event that the distribution belongs to, the quantiles, and the pairs
/// that a reader needs to merge distributions. The object begins as read/interval_distribution.hpp
/// expects it, and takes some kilobytes; less than 64 KiB for intervals of up to a day.
inline void append_distribution(buffer& out, std::string_view event, distribution_of const& sum,
                                interval_quantiles const& quantiles) noexcept {
  out.append("{\"of\":\"");
  out.append(event);
  out.append("\",\"unit\":\"ns\"");
  // By a table, because every unit that includes the header would instantiate a visitor's code.
  out.append(",\"count\":");
  out.append_decimal(quantiles.count);
  for (auto const& [name, length] : quantile_members) {
    out.append(",\"");
    out.append(name);
    out.append("\":");
    out.append_decimal(quantiles.*length);
  }
  out.append(",\"values\":[");
  json_list pairs{out};
  for (std::size_t bucket = 0; bucket < distribution_of::buckets::count; ++bucket) {
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
