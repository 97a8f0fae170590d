// What the data_json event of a phase says: what timers and counters summed up in it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "statistics/interval_distribution.hpp"

namespace trace2::program {

/// The share of a phase in a timer, which has intervals, or in a counter, which has a count.
/// Lifetime: one call of `use`.
struct phase_share {
  std::string_view category{};
  std::string_view name{};
  std::optional<std::uint64_t> intervals{};
  std::optional<duration> t_total{};
  std::optional<std::uint64_t> count{};
  /// Of a distribution_timer. Without `values` for another one.
  interval_report lengths{};
};
BOOST_DESCRIBE_STRUCT(phase_share, (), (category, name, intervals, t_total, count))

/// The report of a data_json event on a phase, whose names are those of the event. Lifetime: that
/// of the event's value.
struct phase_report {
  bool is_of_thread{};                ///< its sums are those of one thread
  std::optional<duration> t_total{};  ///< of the phase; absent in a report that goes on
  std::string_view sums{};            ///< an array of objects

  /// Nothing if the value is something else.
  static std::optional<phase_report> of(std::string_view value);

  /// Calls `use(phase_share const&)` for each timer and counter. Anything else is passed over.
  template <class Use>
  void for_each(Use&& use) const {
    read::json_scanner{sums}.array([&](read::json_value const& item) {
      std::byte own[1024];
      std::pmr::monotonic_buffer_resource memory{own, sizeof own};
      read::json_reader reader{memory};
      reader.begin(most_of_names);
      phase_share share;
      if (item.kind != read::json_kind::object || !reader.read(item, share)) return;
      if (share.intervals) share.lengths = lengths_in(item);
      if (share.intervals.has_value() != share.count.has_value()) use(share);
    });
  }

 private:
  /// Bytes of the names of a timer or counter, as far as they contain escapes.
  static constexpr std::size_t most_of_names = 64 << 10;

  /// The shortest and the longest are those of the pairs: a phase has no others.
  static interval_report lengths_in(read::json_value const& share);
};

}  // namespace trace2::program
