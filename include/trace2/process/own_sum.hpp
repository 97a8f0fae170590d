// The implementation of a timer or counter that is compiled in: it finds the sum of the calling
// thread.
#pragma once

#include <trace2/process/state.hpp>
#include <trace2/process/sum_store.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/value/summed.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// One timer (`timer_sum`) or counter (`counter_sum`), seen from the thread that uses it.
template <bool Enabled, class Sum>
class own_sum {
 public:
  own_sum(text category, text name, summed per) noexcept
      : number_{sum_definitions<Sum>.define(category, name, per == summed::per_thread)} {}

  /// The sum of the calling thread. Null when memory or numbers ran out.
  Sum* find() const noexcept {
    auto* const thread = all_threads.current();
    return thread == nullptr ? nullptr : thread->sums.of<Sum>().get(number_);
  }

  /// The counts of uses that make no sense or find no room.
  static misuse_counts& misuse() noexcept { return this_process.misuse; }

 private:
  unsigned number_;
};

}}}  // namespace trace2::v0::detail
