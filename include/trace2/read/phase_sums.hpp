// The phases of a trace: what timers and counters summed up in them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/phase_report.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/value/duration.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The name of a phase for people: one of threads is another one than one of the process.
inline std::string phase_name(std::string_view key, phase_report const& told) {
  return std::string{key}.append(told.is_of_thread ? " (of a thread)" : "");
}

/// What a phase measured: its own time comes first.
enum class phase_part : unsigned char { whole, timer, counter };

struct phase_key {
  label_id phase{};
  phase_part part{};
  label_id what{};  ///< the timer or counter; 0 for the phase itself

  friend auto operator<=>(phase_key const&, phase_key const&) = default;
};

struct phase_statistics {
  std::uint64_t count{};            ///< phases, intervals, or what a counter counted
  std::int64_t total{};             ///< microseconds
  interval_distribution lengths{};  ///< of the intervals of a distribution_timer
};

/// The sums of all phases of the same names.
class phase_sums {
 public:
  using map = std::map<phase_key, phase_statistics>;

  /// Adds what an event says of a phase; false when it says something else. What finds no room is
  /// counted by the labels.
  bool take(event::data_json const& event, label_table& labels, memory_budget& memory) {
    auto const told = phase_report::of(event.value.text);
    if (!told) return false;
    label_id const phase = labels.id_of(event.category, phase_name(event.key, *told));
    if (told->t_total)
      add({phase, phase_part::whole, 0}, 1, told->t_total->in_microseconds(), labels, memory);
    told->for_each([&](phase_share const& share) {
      label_id const what = labels.id_of(share.category, share.name);
      if (share.count)
        add({phase, phase_part::counter, what}, *share.count, 0, labels, memory);
      else
        add({phase, phase_part::timer, what}, *share.intervals,
            share.t_total.value_or(duration{}).in_microseconds(), labels, memory, share.lengths);
    });
    return true;
  }

  map const& all() const noexcept { return sums_; }

 private:
  /// The memory that the map takes for a sum, and the row of a summary for it.
  static constexpr std::size_t per_sum = 384;

  void add(phase_key const& key, std::uint64_t count, std::int64_t total, label_table& labels,
           memory_budget& memory, interval_report const& lengths = {}) {
    auto known = sums_.find(key);
    if (known == sums_.end()) {
      if (!memory.take(per_sum)) return labels.overflow();
      known = sums_.try_emplace(key).first;
    }
    known->second.count += count;
    known->second.total = saturating_add(known->second.total, total);
    if (lengths.values.empty()) return;
    if (!memory.take(known->second.lengths.growth())) return labels.overflow();
    known->second.lengths.add(lengths);
  }

  map sums_;
};

}}}  // namespace trace2::v0::read
