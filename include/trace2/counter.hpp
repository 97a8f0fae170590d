// Counters: sums that hot loops can afford, shown when the process ends.
#pragma once

#include <trace2/call/compiled_out.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/stopwatch.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// A number that all threads add to. Define it with static storage:
///
///     trace2::counter const files{"scan", "files"};
///     …
///     files.add();
///
/// Objects with the same names are one counter. Adding is a thread-local addition without a lock,
/// counts while tracing is on, and wraps around at 2^64 (R-CTR-01). A counter that sums up to 0 is
/// not shown.
template <bool Enabled>
class basic_counter {
 public:
  basic_counter(text category, text name, summed shown = summed::per_process) noexcept
      : number_{detail::counter_registry.define(category, name, shown == summed::per_thread)} {}

  void add(std::uint64_t amount = 1) const noexcept {
    if (!detail::is_on()) return;
    if (auto* const cell = find()) [[likely]]
      cell->add(amount);
    else
      detail::this_process.misuse.sum.fetch_add(1);
  }

 private:
  detail::counter_cell* find() const noexcept {
    auto* const thread = detail::all_threads.current();
    return thread == nullptr ? nullptr : thread->sums.counters.get(number_);
  }

  unsigned number_;
};

}}  // namespace trace2::v0
